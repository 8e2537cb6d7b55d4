import { dayMs } from '../dates.rules.ts';
import type { WorkspaceRole } from '../members/members.schemas.ts';

const isDate = (text: string) => !text.includes('T');

/** The date range of a filter: timestamps, or whole days in UTC. Both ends are included. */
export interface DateRangeFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The range in milliseconds since the epoch, with an exclusive end. Null where it is open. */
export function dateRangeMs({ from, to }: DateRangeFilter): { start: number | null; end: number | null } {
  return {
    start: from === undefined ? null : Date.parse(from),
    end: to === undefined ? null : Date.parse(to) + (isDate(to) ? dayMs : 1),
  };
}

/** Whether a range ends before it starts. */
export function isReversed(range: DateRangeFilter): boolean {
  const { start, end } = dateRangeMs(range);
  return start !== null && end !== null && end <= start;
}

const erasedText = '(erased)';

/** Replaces the values of an entry that were erased by a text that says so. */
export function markErased<Entry extends { readonly erased?: readonly string[] | undefined }>(entry: Entry): Entry {
  const { erased } = entry;
  return erased === undefined ? entry : markPaths(entry, '', new Set(erased));
}

function markPaths<Value>(value: Value, path: string, erased: ReadonlySet<string>): Value;
function markPaths(value: unknown, path: string, erased: ReadonlySet<string>): unknown {
  if (erased.has(path)) return erasedText;
  if (typeof value !== 'object' || value === null) return value;
  const child = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`);
  if (Array.isArray(value)) return value.map((item: unknown, index) => markPaths(item, child(index), erased));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, markPaths(item, child(name), erased)]));
}

/** What the actions in the activity of a workspace are about. `support` are those of staff. */
export const activityGroups = [
  'members',
  'tokens',
  'workspace',
  'ownership',
  'webhooks',
  'deletion',
  'support',
] as const;
export type ActivityGroup = (typeof activityGroups)[number];

/** What approvers see of the activity: what they may see elsewhere, too. */
const groupsOfApprovers: readonly ActivityGroup[] = ['members', 'tokens', 'workspace'];

/** The groups of actions that a member with this role sees. */
export function visibleActivityGroups(role: WorkspaceRole): readonly ActivityGroup[] {
  if (role === 'OWNER') return activityGroups;
  return role === 'APPROVER' ? groupsOfApprovers : [];
}

type Details = Readonly<Record<string, unknown>> | null;

/** A text in the details of an entry; null if there is none. */
export function detailText(details: Details, name: string): string | null {
  const value = details?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

interface EntryParties {
  readonly action: string;
  readonly actor: { readonly email: string | null } | { readonly serviceAccountId: string } | null;
  readonly subject: { readonly email: string | null } | null;
  readonly details: Details;
}

/** The email in the details of these actions is that of the actor. */
const joinOrLeaveActions: readonly string[] = [
  'acceptInvitation',
  'declineInvitation',
  'claimInvitation',
  'leaveWorkspace',
];

/** The email of the user who acted: the one of that time, or the current one of a member. Null if neither is known. */
export function actorEmail({ action, actor, details }: EntryParties): string | null {
  const current = actor && 'email' in actor ? actor.email : null;
  return (joinOrLeaveActions.includes(action) ? detailText(details, 'email') : null) ?? current;
}

/** The same of the affected user, who may have been invited without an account. */
export function subjectEmail({ action, subject, details }: EntryParties): string | null {
  return (joinOrLeaveActions.includes(action) ? null : detailText(details, 'email')) ?? subject?.email ?? null;
}

/** The API token that an action is about, with the name of that time; null if it is about none. */
export function subjectToken({ details }: Pick<EntryParties, 'details'>) {
  const tokenId = detailText(details, 'tokenId');
  const change = details?.['name'];
  const name = typeof change === 'object' && change !== null && 'to' in change ? change.to : change;
  return tokenId === null ? null : { tokenId, name: detailText({ name }, 'name') };
}
