import type { authTokenCalls, legalCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { track } from '../analytics/analytics.ts';
import type { AnalyticsEvent } from '../analytics/events.ts';

type Told = keyof (typeof authTokenCalls & typeof legalCalls & typeof memberCalls & typeof workspaceCalls);

const events: Partial<Record<Told, AnalyticsEvent>> = {
  agreeToTos: 'terms-accepted',
  createWorkspace: 'workspace-created',
  deleteWorkspace: 'workspace-deleted',
  leaveWorkspace: 'workspace-left',
  inviteMember: 'member-invited',
  createAuthToken: 'api-token-created',
  revokeAuthToken: 'api-token-revoked',
};
const eventOf = new Map<unknown, AnalyticsEvent>(Object.entries(events));

interface Request {
  readonly endpointName?: string;
  readonly originalArgs?: { readonly params?: { readonly workspaceId?: string } } | undefined;
}

/** Tells of each call that changed something, once it has succeeded. */
export const tellActs: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (isFulfilled(action)) {
    const { endpointName, originalArgs } = action.meta.arg as Request;
    const event = eventOf.get(endpointName);
    if (event) track(event, { workspaceId: originalArgs?.params?.workspaceId });
  }
  return result;
};
