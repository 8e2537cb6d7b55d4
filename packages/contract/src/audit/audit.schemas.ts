import * as z from 'zod/mini';
import { GivenUlid, KnownEmail, Moment, PathId, Ulid, choiceOf, messages } from '../fields.ts';
import { pageSize } from '../pages.schemas.ts';
import { isReversed, type SpanFilter } from './audit.rules.ts';

/** A moment in UTC, or a whole day of UTC such as `2026-03-01`. */
export const DayOrMoment = z.union(
  [z.iso.date(), z.iso.datetime()],
  'Enter a date such as 2024-08-14, or an instant such as 2024-08-14T09:30:00Z',
);

const filters = {
  /** Who did it. */
  actorUserId: z.optional(PathId),
  /** Whom it was done to. */
  subjectUserId: z.optional(PathId),
  /** The name of the call, or `login`, `logout` or `claimInvitation`; any of several with commas between them. */
  action: z.optional(
    z
      .string(messages.invalid)
      .check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,63}(?:,[A-Za-z][A-Za-z0-9]{0,63}){0,99}$/, messages.invalid)),
  ),
  /** From when on. */
  from: z.optional(DayOrMoment),
  /** Until when; the moment or the day itself included. */
  to: z.optional(DayOrMoment),
};

const page = {
  /** The `next` of the page before. */
  after: z.optional(GivenUlid),
  /** How many entries a page has at most; 50 unless told otherwise. */
  limit: z.optional(pageSize(200)),
};

/** What an entry tells of: something that was done, or something that staff only looked at. */
export const auditKinds = ['acts', 'looks'] as const;

/** How actors prove who they are. */
export const auditCredentials = ['session', 'api', 'instance'] as const;

const filtersOfStaff = {
  ...filters,
  /** Who did it: everybody who has this address now. */
  actorEmail: z.optional(KnownEmail),
  /** Whom it was done to: everybody who has this address now. */
  subjectEmail: z.optional(KnownEmail),
  /** Which workspace it was about. */
  workspaceId: z.optional(PathId),
  /** How the actor proved who they are: `session`, `api` or `instance`. */
  credential: z.optional(choiceOf(auditCredentials)),
  /** Only what was done (`acts`), or only what staff looked at without changing anything (`looks`). */
  kind: z.optional(choiceOf(auditKinds)),
};

const forward = z.superRefine((span: SpanFilter, context) => {
  if (isReversed(span)) {
    context.addIssue({ code: 'custom', path: ['to'], message: 'The end is before the beginning', input: span.to });
  }
});

/** All filters together narrow the list. */
export const WorkspaceAuditQuery = z.strictObject({ ...filters, ...page }).check(forward);
export type WorkspaceAuditQuery = z.infer<typeof WorkspaceAuditQuery>;

/** All filters together narrow the list. */
export const AuditQuery = z.strictObject({ ...filtersOfStaff, ...page }).check(forward);
export type AuditQuery = z.infer<typeof AuditQuery>;

/** What of the log is downloaded; all of it without filters. */
export const AuditSelection = z.strictObject(filtersOfStaff).check(forward);
export type AuditSelection = z.infer<typeof AuditSelection>;

/** A person as the log names them: by id for ever, by name and address while there is such a person. */
export const AuditPerson = z.object({
  userId: z.string(),
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type AuditPerson = z.infer<typeof AuditPerson>;

/** What else there is to know of an act; a change stands as `{ "role": { "from": "EDITOR", "to": "APPROVER" } }`. */
export const AuditDetails = z.looseObject({});

/** One act, as staff see it. */
export const AuditEntry = z.object({
  id: Ulid,
  occurredAt: Moment,
  /** The name of the call, or `login`, `logout` or `claimInvitation`. */
  action: z.string(),
  actor: AuditPerson,
  /** How the actor proved who they are: `session`, `api` or `instance`. */
  credential: z.string(),
  /** Null where it was about no workspace; its name is null once the workspace is gone for good. */
  workspace: z.nullable(z.object({ workspaceId: z.string(), displayName: z.nullable(z.string()) })),
  /** Whom it was done to; null where that was nobody else. */
  subject: z.nullable(AuditPerson),
  details: z.nullable(AuditDetails),
  /** The address of the network that the request came from. */
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The id of the request in the logs of the API. */
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One act on a workspace, as its owner sees it. */
export const WorkspaceAuditEntry = z.object({
  id: Ulid,
  occurredAt: Moment,
  /** The name of the call, or `claimInvitation`. */
  action: z.string(),
  /** Whether support did it. Then who, to whom and why are not told. */
  bySupport: z.boolean(),
  /** Null where support did it. */
  actor: z.nullable(AuditPerson),
  /** Whom it was done to; null where that was nobody else, and where support did it. */
  subject: z.nullable(AuditPerson),
  /** Where support did it, only `wasQuarantined` and `isQuarantined` of a `quarantineWorkspace`. */
  details: z.nullable(AuditDetails),
});
export type WorkspaceAuditEntry = z.infer<typeof WorkspaceAuditEntry>;

/** What the next page is asked for `after`; null on the last one. */
const Next = z.nullable(Ulid);

/** A page of the log, the newest first. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: Next });
/** A page of the log of one workspace, the newest first. */
export const WorkspaceAuditPage = z.object({ entries: z.array(WorkspaceAuditEntry), next: Next });
