import type { authTokenCalls, invitationCalls, legalCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { track } from './analytics.ts';
import type { AnalyticsEvent } from './events.ts';

type TrackedCall = keyof (typeof authTokenCalls &
  typeof invitationCalls &
  typeof legalCalls &
  typeof memberCalls &
  typeof workspaceCalls);

const eventsByCall: Partial<Record<TrackedCall, AnalyticsEvent>> = {
  agreeToTos: 'terms-accepted',
  createWorkspace: 'workspace-created',
  deleteWorkspace: 'workspace-deleted',
  leaveWorkspace: 'workspace-left',
  inviteMember: 'member-invited',
  inviteMembers: 'member-invited',
  acceptInvitation: 'invitation-accepted',
  declineInvitation: 'invitation-declined',
  createAuthToken: 'api-token-created',
  revokeAuthToken: 'api-token-revoked',
};
const eventsByEndpoint = new Map<unknown, AnalyticsEvent>(Object.entries(eventsByCall));

interface EndpointRequest {
  readonly endpointName?: string;
  readonly originalArgs?: { readonly params?: { readonly workspaceId?: string } } | undefined;
}

/** Tracks an event for each successful call in the table above. */
export const analyticsMiddleware: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (isFulfilled(action)) {
    const { endpointName, originalArgs } = action.meta.arg as EndpointRequest;
    const event = eventsByEndpoint.get(endpointName);
    if (event) track(event, { workspaceId: originalArgs?.params?.workspaceId });
  }
  return result;
};
