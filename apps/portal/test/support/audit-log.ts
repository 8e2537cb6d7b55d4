import { auditCalls, type AuditEntry } from '@portal/contract';
import { ulid } from 'ulid';
import { openSection } from './admin.ts';
import { mockCall, server } from './api-server.ts';

export const sam = { userId: ulid(), nickname: 'sam', email: 'sam@systeminit.com' };
export const pat = { userId: ulid(), nickname: 'pat', email: 'pat@example.com' };
export const playground = { workspaceId: ulid(), displayName: 'Playground' };

export const anEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ulid(),
  occurredAt: '2026-01-02T03:04:05.000Z',
  action: 'login',
  actor: sam,
  credential: 'session',
  token: null,
  workspace: null,
  subject: null,
  details: null,
  ip: '203.0.113.9',
  userAgent: 'A browser',
  requestId: ulid(),
  ...overrides,
});

/** Serves the entries page by page and records the queries. */
export function serveEntries(entries: readonly AuditEntry[], pageSize?: number) {
  const queries: Record<string, string>[] = [];
  server.use(
    mockCall(auditCalls.listAuditEntries, ({ url }) => {
      const query = Object.fromEntries(url.searchParams);
      queries.push(query);
      const rest = entries.slice(entries.findIndex(({ id }) => id === query['after']) + 1);
      const page = rest.slice(0, pageSize ?? Number(query['limit']));
      return { entries: page, next: rest.length > page.length ? (page.at(-1)?.id ?? null) : null };
    }),
  );
  return queries;
}

export const openAuditLog = (filters = '') => openSection(`audit-log${filters}`, 'Audit log');
