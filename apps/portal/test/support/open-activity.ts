import {
  auditCalls,
  authTokenCalls,
  invitationCalls,
  memberCalls,
  serviceAccountCalls,
  webhookCalls,
  workspaceCalls,
  type Webhook,
  type Workspace,
  type WorkspaceAuditEntry,
} from '@portal/contract';
import { aMember, aUser, aWorkspace, type anInvitation } from '@portal/contract/fixtures';
import { screen } from '@testing-library/react';
import { ulid } from 'ulid';
import { mockCall, server } from './api-server.ts';
import { visit } from './render-portal.tsx';
import { aTokenList } from './token-list.ts';

/** The only member of the workspace. */
export const zoe = { userId: ulid(), nickname: 'zoe', email: 'zoe@example.com' };
export const removedUser = { userId: ulid(), nickname: null, email: null };

export const anEntry = (overrides: Partial<WorkspaceAuditEntry>): WorkspaceAuditEntry => ({
  id: ulid(),
  sequence: 1,
  occurredAt: '2026-01-01T00:00:00.000Z',
  action: 'createWorkspace',
  bySupport: false,
  actor: zoe,
  token: null,
  subject: null,
  details: null,
  ...overrides,
});

/** The only service account of the workspace. */
export const ci = {
  id: ulid(),
  name: 'CI',
  description: null,
  role: 'EDITOR',
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

/** A webhook of the workspace. */
export const hook: Webhook = {
  id: ulid(),
  url: 'https://hooks.example.com/portal',
  kinds: ['members'],
  createdAt: '2026-01-01T00:00:00.000Z',
  pauseReason: null,
  pausedAt: null,
  failingSince: null,
  nextAttemptAt: null,
  lastDeliveredAt: null,
  waiting: 0,
  setAside: 0,
  previousSecretExpiresAt: null,
};

interface Known {
  readonly workspace?: Partial<Workspace>;
  /** Added to the address of the page. */
  readonly search?: string;
  readonly tokens?: Parameters<typeof aTokenList>[0];
  readonly invitations?: ReturnType<typeof anInvitation>[];
  /** The response to a request for entries, instead of the entries. */
  readonly fail?: () => Response | undefined;
}

/** Opens the page of the activity with these entries, the newest first. */
export async function openActivity(entries: WorkspaceAuditEntry[], known: Known = {}) {
  const { search = '', tokens = [], invitations = [], fail } = known;
  const workspace = aWorkspace(known.workspace);
  const queries: Record<string, string>[] = [];
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [aMember({ userId: zoe.userId, email: zoe.email, nickname: 'zoe' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList(tokens)),
    mockCall(invitationCalls.listInvitations, invitations),
    mockCall(serviceAccountCalls.listServiceAccounts, {
      serviceAccounts: [{ ...ci, createdById: null, activeTokens: 1, lastUsedAt: null }],
      isPaused: false,
    }),
    mockCall(webhookCalls.listWebhooks, { webhooks: [hook] }),
    mockCall(auditCalls.listWorkspaceAuditEntries, ({ url }) => {
      const query = Object.fromEntries(url.searchParams);
      queries.push(query);
      const failure = fail?.();
      if (failure) return failure;
      const rest = entries.slice(entries.findIndex(({ id }) => id === query['after']) + 1);
      const page = rest.slice(0, Number(query['limit']));
      return { entries: page, next: rest.length > page.length ? (page.at(-1)?.id ?? null) : null };
    }),
  );
  const portal = await visit(`/workspace/${workspace.id}/activity${search}`, aUser());
  await screen.findByRole('heading', { level: 1, name: `${workspace.displayName} > Activity` });
  return { workspace, queries, ...portal };
}

/** The details of an action about an invitation. */
export const ofInvitation = { invitationId: '01J00000000000000000000000', email: 'ann@example.com', role: 'EDITOR' };
