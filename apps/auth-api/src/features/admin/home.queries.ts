import { endingLockDays, maxHomeCount, rejectedEmailDays, waitingEmailMinutes, type LockKind } from '@portal/contract';
import { endingLocks, openQuarantines } from '../../request/account/account-locks.queries.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { isPending } from '../workspaces/invitations/invitations.queries.ts';
import { singleRow } from '../../platform/db/single-row.ts';

const shownRows = 5;

/** Selects the first rows of a statement, with the number of all of them up to `maxHomeCount`. */
const firstOf = (rows: Prisma.Sql, order: string) => Prisma.sql`
  SELECT found.*, count(*) OVER ()::int AS total
  FROM (${rows} ORDER BY ${Prisma.raw(order)} LIMIT ${maxHomeCount}::int) found
  ORDER BY ${Prisma.raw(order)} LIMIT ${shownRows}::int`;

interface LockRow {
  readonly userId: string;
  readonly email: string;
  readonly kind: LockKind;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  readonly reason: string | null;
}

interface QuarantinedWorkspaceRow {
  readonly workspaceId: string;
  readonly displayName: string;
  readonly since: Date;
  readonly reason: string | null;
}

const quarantinedWorkspaces = Prisma.sql`
  SELECT id AS "workspaceId", display_name AS "displayName", quarantined_at AS since, quarantine_reason AS reason
  FROM workspaces WHERE quarantined_at IS NOT NULL AND deleted_at IS NULL`;

interface FailedPaymentRow {
  readonly userId: string;
  readonly paymentDetailsSet: boolean;
}

const failedPayments = Prisma.sql`
  SELECT user_id AS "userId", has_payment_method AS "paymentDetailsSet"
  FROM billing_accounts WHERE subscription_status IN ('past_due', 'unpaid')`;

interface RejectedInvitationRow {
  readonly workspaceId: string;
  readonly displayName: string;
  readonly email: string;
  readonly rejectedAt: Date;
}

const rejectedInvitations = Prisma.sql`
  SELECT i.id, i.workspace_id AS "workspaceId", w.display_name AS "displayName", i.email, i.email_failed_at AS "rejectedAt"
  FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
  WHERE i.email_failed_at > now() - make_interval(days => ${rejectedEmailDays}::int)
    AND ${isPending} AND w.deleted_at IS NULL`;

interface WaitingEmailRow {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly kind: string;
  readonly since: Date;
}

const waitingEmails = Prisma.sql`
  SELECT e.id, e.user_id AS "userId", e.recipient AS email, e.kind, e.created_at AS since
  FROM account_emails e WHERE e.created_at < now() - make_interval(mins => ${waitingEmailMinutes}::int)`;

interface FailedTaskRow {
  readonly task: string;
  readonly count: number;
  readonly since: Date;
}

/** By task, so that it has few rows. A job that is running is not one: it had failed, and was started again. */
const failedJobs = Prisma.sql`
  SELECT task_identifier AS task, count(*)::int AS count, min(created_at) AS since
  FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL
  GROUP BY task_identifier ORDER BY since`;

interface SignUpRow {
  readonly userId: string;
  readonly email: string;
  readonly auth0Id: string | null;
  readonly signedUpAt: Date;
}

const signUpsOfWeek = Prisma.sql`
  SELECT id AS "userId", email, auth0_id AS "auth0Id", signed_up_at AS "signedUpAt"
  FROM users WHERE signed_up_at > now() - interval '7 days' ORDER BY signed_up_at DESC, id DESC LIMIT ${shownRows}::int`;

const signUpCounts = Prisma.sql`
  SELECT (SELECT count(*)::int FROM users WHERE signed_up_at > now() - interval '7 days') AS count,
    (SELECT count(*)::int FROM users
      WHERE signed_up_at > now() - interval '14 days' AND signed_up_at <= now() - interval '7 days') AS "previousCount"`;

type Counted<Row> = Row & { readonly total: number };

/** What needs staff, each by one statement along an index. The queue has no index for failed jobs, and few jobs. */
export async function readHome(db: Prisma.TransactionClient) {
  const first = <Row>(rows: Prisma.Sql, order: string) => db.$queryRaw<Counted<Row>[]>(firstOf(rows, order));
  return {
    endingLocks: await first<LockRow>(endingLocks(endingLockDays), '"endsAt", "userId"'),
    openQuarantines: await first<LockRow>(openQuarantines, '"startedAt", "userId"'),
    quarantinedWorkspaces: await first<QuarantinedWorkspaceRow>(quarantinedWorkspaces, 'since, "workspaceId"'),
    failedPayments: await first<FailedPaymentRow>(failedPayments, '"userId"'),
    rejectedInvitations: await first<RejectedInvitationRow>(rejectedInvitations, '"rejectedAt" DESC, id DESC'),
    waitingEmails: await first<WaitingEmailRow>(waitingEmails, 'since, id'),
    failedJobs: await db.$queryRaw<FailedTaskRow[]>(failedJobs),
    signUps: {
      ...singleRow(await db.$queryRaw<{ count: number; previousCount: number }[]>(signUpCounts)),
      rows: await db.$queryRaw<SignUpRow[]>(signUpsOfWeek),
    },
  };
}
