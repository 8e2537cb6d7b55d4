import * as z from 'zod/mini';
import { UlidInput, Email, IsoTimestamp, IdInput, Ulid, enumOf, validationMessages } from '../primitives.ts';
import { dayError } from '../dates.rules.ts';
import { pageSize } from '../pagination.ts';
import { activityGroups, isReversed, type ActivityGroup, type DateRangeFilter } from './audit.rules.ts';

/** A timestamp in UTC, or a whole day in UTC such as `2026-03-01`. */
export const DateOrTimestamp = z.union([z.iso.date(), z.iso.datetime()], {
  error: ({ input }) => dayError(input, 'Enter a date such as 2024-08-14, or a timestamp such as 2024-08-14T09:30:00Z'),
});

const filters = {
  /** The user who did it. */
  actorUserId: z.optional(IdInput),
  /** The service account that did it. */
  actorServiceAccountId: z.optional(IdInput),
  /** The API token that was used. */
  tokenId: z.optional(IdInput),
  /** The affected user. */
  subjectUserId: z.optional(IdInput),
  /** One or more actions, separated by commas: names of calls, `claimInvitation`, `completeReassignment`, `eraseAccount` or `pauseFailedWebhook`. */
  action: z.optional(
    z
      .string(validationMessages.invalid)
      .check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,63}(?:,[A-Za-z][A-Za-z0-9]{0,63}){0,99}$/, validationMessages.invalid)),
  ),
  /** The start of the date range, included. */
  from: z.optional(DateOrTimestamp),
  /** The end of the date range, included. */
  to: z.optional(DateOrTimestamp),
};

/** The number of an entry, as text. */
const SequenceCursor = z
  .string(validationMessages.invalid)
  .check(z.regex(/^(?:0|[1-9]\d{0,14})$/, validationMessages.invalid));

const page = {
  /** The `next` of the previous page. */
  after: z.optional(UlidInput),
  /** The maximum number of entries of a page; 50 by default. */
  limit: z.optional(pageSize(200)),
};

/** The kinds of audit entries: `reads` are those by staff, `actions` are all others. */
export const auditKinds = ['actions', 'reads'] as const;

/** How an actor was authenticated. */
export const auditCredentials = ['session', 'api', 'instance', 'terminal', 'link', 'provider', 'job'] as const;

const staffFilters = {
  ...filters,
  /** The current email of the user who did it. Several accounts may share one. */
  actorEmail: z.optional(Email),
  /** The current email of the affected user. Several accounts may share one. */
  subjectEmail: z.optional(Email),
  /** The workspace it was about. */
  workspaceId: z.optional(IdInput),
  /**
   * How the actor was authenticated: `session`, `api`, `instance`, `link` for a link in an email, `provider` for a message of
   * the identity provider, or `job` for a scheduled job.
   */
  credential: z.optional(enumOf(auditCredentials)),
  /** `reads` for reads by staff only, `actions` for everything else. */
  kind: z.optional(enumOf(auditKinds)),
};

const isActivityGroup = (text: string): text is ActivityGroup => activityGroups.some((group) => group === text);

const startsBeforeItEnds = z.superRefine((range: DateRangeFilter, context) => {
  if (isReversed(range)) {
    context.addIssue({ code: 'custom', path: ['to'], message: 'The end is before the start', input: range.to });
  }
});

const workspaceFilters = {
  ...filters,
  /** What the actions are about: one or more groups, separated by commas. A group that the reader may not see selects nothing. */
  group: z.optional(
    z
      .string(validationMessages.invalid)
      .check(
        z.refine((text: string) => text.split(',').every(isActivityGroup), validationMessages.oneOf(activityGroups)),
      ),
  ),
};

/** Filters are combined with AND. */
export const WorkspaceAuditQuery = z
  .strictObject({
    ...workspaceFilters,
    ...page,
    /**
     * The `next` of the previous page. Or the `sequence` of an entry: then the page has the entries after it, the oldest first, which
     * never skips or repeats one. Start with `0`, and continue with the `sequence` of the last entry.
     */
    after: z.optional(z.union([UlidInput, SequenceCursor], validationMessages.invalid)),
  })
  .check(startsBeforeItEnds);
export type WorkspaceAuditQuery = z.infer<typeof WorkspaceAuditQuery>;

/** The entries to export; all of them without filters. */
export const WorkspaceAuditExportQuery = z.strictObject(workspaceFilters).check(startsBeforeItEnds);
export type WorkspaceAuditExportQuery = z.infer<typeof WorkspaceAuditExportQuery>;

/** Filters are combined with AND. */
export const AuditQuery = z.strictObject({ ...staffFilters, ...page }).check(startsBeforeItEnds);
export type AuditQuery = z.infer<typeof AuditQuery>;

/** The entries to export; all of them without filters. */
export const AuditExportQuery = z.strictObject(staffFilters).check(startsBeforeItEnds);
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

/** A user in an audit entry. The id is permanent; nickname and email are null once the account is deleted. */
export const AuditUser = z.object({
  userId: z.string(),
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type AuditUser = z.infer<typeof AuditUser>;

/** A service account in an audit entry. The name is null once its workspace is permanently deleted. */
export const AuditServiceAccount = z.object({ serviceAccountId: z.string(), name: z.nullable(z.string()) });
export type AuditServiceAccount = z.infer<typeof AuditServiceAccount>;

/** Who did it: a user or a service account. */
export const AuditActor = z.union([AuditUser, AuditServiceAccount]);
export type AuditActor = z.infer<typeof AuditActor>;

/** The API token that was used. The name is null once the token is deleted. */
export const AuditToken = z.nullable(z.object({ tokenId: z.string(), name: z.nullable(z.string()) }));

/** Details of the action. A changed value has the form `{ "role": { "from": "EDITOR", "to": "APPROVER" } }`. */
export const AuditDetails = z.looseObject({});

/** Paths such as `details.owner.from`. */
const ErasedPaths = z.optional(z.array(z.string()));

/** An audit entry as shown to staff. */
export const AuditEntry = z.object({
  id: Ulid,
  occurredAt: IsoTimestamp,
  /** The name of the call, or `claimInvitation`, `completeReassignment`, `eraseAccount` or `pauseFailedWebhook`. Every completed login is a `login`. */
  action: z.string(),
  /** Null if the portal itself did it. */
  actor: z.nullable(AuditActor),
  /**
   * How the actor was authenticated: `session`, `api`, `instance`, `link` for a link in an email, `provider` for a message of the
   * identity provider, or `job` for a job that completes what the actor requested, or that acts by itself.
   */
  credential: z.string(),
  /** Null if no API token was used. */
  token: AuditToken,
  /** Null if the action was not about a workspace. The name is null once the workspace is permanently deleted. */
  workspace: z.nullable(z.object({ workspaceId: z.string(), displayName: z.nullable(z.string()) })),
  /** The affected user; null if only the actor is affected. */
  subject: z.nullable(AuditUser),
  details: z.nullable(AuditDetails),
  /** The IP address that the request came from. */
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The id of the request in the API's log. A job has none: it is the id of what the job completes, or of the entry. */
  requestId: z.string(),
  /** The values that are null because they were erased, such as `ip` or `details.owner.from`; missing if there are none. */
  erased: ErasedPaths,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An audit entry of a workspace as shown to its owner and its approvers. */
export const WorkspaceAuditEntry = z.object({
  id: Ulid,
  /**
   * The number of the entry in its workspace: 1, 2, 3 and so on, in the order in which entries became visible. Null for an entry from
   * before entries had numbers.
   */
  sequence: z.nullable(z.int()),
  occurredAt: IsoTimestamp,
  /** The name of the call, or `claimInvitation`, `completeReassignment` or `pauseFailedWebhook`. */
  action: z.string(),
  /** Whether support did it. If so, the entry does not say who, to whom and why. */
  bySupport: z.boolean(),
  /** Null if support did it, or the portal itself. */
  actor: z.nullable(AuditActor),
  /** Null if no API token was used, or if support did it. */
  token: AuditToken,
  /** The affected user; null if only the actor is affected, or if support did it. */
  subject: z.nullable(AuditUser),
  /** If support did it: only `wasQuarantined` and `isQuarantined` of a `quarantineWorkspace`. */
  details: z.nullable(AuditDetails),
  /** The values that are null because they were erased, such as `ip` or `details.owner.from`; missing if there are none. */
  erased: ErasedPaths,
});
export type WorkspaceAuditEntry = z.infer<typeof WorkspaceAuditEntry>;

/** The `after` of the next page; null on the last page. */
const NextCursor = z.nullable(Ulid);

/** A page of the audit log, newest first. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: NextCursor });
/** A page of a workspace's audit log, newest first, or the oldest first after a `sequence`. */
export const WorkspaceAuditPage = z.object({
  entries: z.array(WorkspaceAuditEntry),
  next: z.nullable(z.union([Ulid, SequenceCursor])),
});
