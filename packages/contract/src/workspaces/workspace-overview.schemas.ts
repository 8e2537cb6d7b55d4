import * as z from 'zod/mini';
import { WorkspaceAuditEntry } from '../audit/audit.schemas.ts';
import { InvitedRole } from '../invitations/my-invitations.schemas.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { IsoTimestamp, Ulid } from '../primitives.ts';

/** An API token that ends soon. */
const EndingToken = z.object({
  id: Ulid,
  name: z.string(),
  /** The user or service account that the token acts as. */
  principalName: z.string(),
  expiresAt: IsoTimestamp,
});

/** How many changes a day has. */
const DayCount = z.object({
  /** In UTC. */
  day: z.iso.date(),
  count: z.int(),
});

/** What a member needs to know of a workspace first. */
export const WorkspaceOverview = z.object({
  /** The owner, then approvers, then editors, by name; at most eight. */
  members: z.array(
    z.object({
      userId: Ulid,
      nickname: z.string(),
      role: WorkspaceRole,
    }),
  ),
  /** How many members there are, without invitations. */
  memberCount: z.int(),
  /**
   * API tokens that end within seven days, the next one first; at most three. Not those that live so long only, and not those that replace
   * themselves in time.
   */
  endingTokens: z.array(EndingToken),
  /** How many such tokens there are. */
  endingTokenCount: z.int(),
  /**
   * When the instance last redeemed the code of a launch, renewed a session or asked about an API token. Accurate to ten minutes; null if
   * never, or not since its URL changed.
   */
  instanceSeenAt: z.nullable(IsoTimestamp),
  /** The invitations that can be accepted, those that expire next first; at most three. Null for editors, who do not manage them. */
  invitations: z.nullable(
    z.object({
      first: z.array(z.object({ id: Ulid, email: z.string(), role: InvitedRole, expiresAt: IsoTimestamp })),
      count: z.int(),
    }),
  ),
  /** Webhooks that send nothing now. Null for all but the owner, who manages them. */
  webhooks: z.nullable(z.object({ paused: z.int(), failing: z.int() })),
  /** What the member sees of the activity. Null for editors, who do not see it. */
  activity: z.nullable(
    z.object({
      /** The newest entries; at most five. */
      entries: z.array(WorkspaceAuditEntry),
      /**
       * How many entries each of the last 30 days has, today last. At most five minutes old. Null if the workspace has too many to count them
       * quickly.
       */
      days: z.nullable(z.array(DayCount)),
    }),
  ),
});
export type WorkspaceOverview = z.infer<typeof WorkspaceOverview>;
