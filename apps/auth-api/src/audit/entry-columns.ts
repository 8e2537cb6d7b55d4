import type { AuditEntry } from '@portal/contract';
import type { Columns } from '../http/csv-file.ts';

/** The log as a table. */
export const entryColumns: Columns<AuditEntry> = {
  'Occurred At': (entry) => entry.occurredAt,
  Action: (entry) => entry.action,
  'Actor Email': (entry) => entry.actor.email,
  'Actor ID': (entry) => entry.actor.userId,
  Credential: (entry) => entry.credential,
  'Subject Email': (entry) => entry.subject?.email ?? null,
  'Subject ID': (entry) => entry.subject?.userId ?? null,
  'Workspace Name': (entry) => entry.workspace?.displayName ?? null,
  'Workspace ID': (entry) => entry.workspace?.workspaceId ?? null,
  Details: (entry) => entry.details && JSON.stringify(entry.details),
  IP: (entry) => entry.ip,
  'User Agent': (entry) => entry.userAgent,
  'Request ID': (entry) => entry.requestId,
  'Entry ID': (entry) => entry.id,
};
