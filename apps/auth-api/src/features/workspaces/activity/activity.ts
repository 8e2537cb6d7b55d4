import {
  actorEmail,
  displayEmail,
  markErased,
  subjectEmail,
  subjectToken,
  visibleActivityGroups,
  type ActivityGroup,
  type WorkspaceAuditEntry,
  type WorkspaceAuditExportQuery,
  type WorkspaceAuditQuery,
} from '@portal/contract';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Actor } from '../../../request/account/actor.ts';
import { actionsOf, staffWorkspaceReadActions } from '../../../request/audit/action-groups.ts';
import type { MemberContext } from '../../../request/call/types.ts';
import { toCsvFile, type CsvColumns } from '../../../request/responses/csv-file.ts';
import { listEntries, listEntriesInBatches, type EntryPage } from '../../audit-log/audit.queries.ts';
import { toOwnerEntries } from './activity.presenters.ts';

/** A member, or a service account, who reads the activity of their workspace. */
type ReaderContext = MemberContext<Actor>;

/** Small enough that other requests hardly wait while a batch is decrypted. */
const batchSize = 250;

/** Lists a page of the entries that the reader sees. */
export const listActivity = (query: WorkspaceAuditQuery, context: ReaderContext): Promise<EntryPage> =>
  listEntries(queryOf(query, context), context, visibleTo(context, query));

/** Lists all entries that the reader sees, newest first, in batches. */
export async function* listActivityInBatches(
  query: WorkspaceAuditExportQuery,
  context: ReaderContext,
): AsyncGenerator<WorkspaceAuditEntry[]> {
  const { workspaceId } = context.membership;
  const batches = listEntriesInBatches(queryOf(query, context), batchSize, context, visibleTo(context, query));
  for await (const rows of batches) yield toOwnerEntries(rows, workspaceId, context);
}

function queryOf({ group: _, ...query }: WorkspaceAuditQuery, { membership: { workspaceId } }: ReaderContext) {
  return { ...query, workspaceId };
}

// A service account does what its scopes say, which the owner grants.
const visibleGroups = ({ actor, membership: { role } }: ReaderContext) =>
  visibleActivityGroups(actor.serviceAccount ? 'OWNER' : role);

/** The actions that the reader sees. */
export function visibleActions(context: ReaderContext): { readonly in: string[] } | { readonly notIn: string[] } {
  const visible = visibleGroups(context);
  // The owner also sees the actions of calls that were removed. PostgreSQL estimates each excluded action for each month, so only those
  // that a workspace can have are excluded.
  return visible.includes('support') ? { notIn: staffWorkspaceReadActions } : { in: actionsOf(visible) };
}

/** Which entries of the workspace the reader sees. */
function visibleTo(
  context: ReaderContext,
  { group, actorUserId, subjectUserId }: WorkspaceAuditExportQuery,
): Prisma.AuditEntryWhereInput {
  const visible = visibleGroups(context);
  const filtersByUser = actorUserId !== undefined || subjectUserId !== undefined;
  if (!filtersByUser && group === undefined) return { action: visibleActions(context) };
  const requested = group?.split(',') ?? visible;
  // With a filter by user the list has no actions of staff, so that the filter cannot reveal who acted.
  const isListed = (each: ActivityGroup) => requested.includes(each) && !(filtersByUser && each === 'support');
  return { action: { in: actionsOf(visible.filter(isListed)) } };
}

/** Entries as one JSON object a line, as the list returns them. */
export async function* toNdjson(batches: AsyncIterable<readonly WorkspaceAuditEntry[]>): AsyncGenerator<string> {
  for await (const entries of batches) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Entries as a table, with the names that the page shows. */
export const toActivityCsv = (fileName: string, batches: AsyncIterable<readonly WorkspaceAuditEntry[]>) =>
  toCsvFile(fileName, columns, withErasedMarked(batches));

async function* withErasedMarked(batches: AsyncIterable<readonly WorkspaceAuditEntry[]>) {
  for await (const entries of batches) yield entries.map((entry) => markErased(entry));
}

const toCell = (email: string | null) => email && displayEmail(email);

const columns: CsvColumns<WorkspaceAuditEntry> = {
  Number: ({ sequence }) => sequence?.toString() ?? null,
  'Occurred At': (entry) => entry.occurredAt,
  Action: (entry) => entry.action,
  'By Support': ({ bySupport }) => (bySupport ? 'yes' : 'no'),
  'Actor Email': (entry) => toCell(actorEmail(entry)),
  'Actor ID': ({ actor }) => actor && ('userId' in actor ? actor.userId : actor.serviceAccountId),
  'Service Account': ({ actor }) => (actor && 'serviceAccountId' in actor ? actor.name : null),
  'Token ID': ({ token }) => token?.tokenId ?? null,
  Token: ({ token }) => token?.name ?? null,
  'Subject Email': (entry) => toCell(subjectEmail(entry)),
  'Subject ID': ({ subject }) => subject?.userId ?? null,
  'Subject Token ID': (entry) => subjectToken(entry)?.tokenId ?? null,
  'Subject Token': (entry) => subjectToken(entry)?.name ?? null,
  Details: ({ details }) => details && JSON.stringify(details),
  'Entry ID': (entry) => entry.id,
};
