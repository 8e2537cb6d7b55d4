import { signupMethodOf, type HomeLock, type homeCalls } from '@portal/contract';
import { getLock } from '../../request/account/account-lock.ts';
import type { Handlers } from '../../request/call/types.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import { readHome } from './home.queries.ts';

export const adminHomeHandlers: Handlers<typeof homeCalls> = {
  async getStaffHome(_input, { actor, audit, db }) {
    const found = await readHome(db);
    const debtors = await db.user.findMany({
      where: { id: { in: found.failedPayments.map(({ userId }) => userId) } },
    });
    const home = {
      endingLocks: firstOf(found.endingLocks, toHomeLock),
      openQuarantines: firstOf(found.openQuarantines, toHomeLock),
      quarantinedWorkspaces: firstOf(found.quarantinedWorkspaces, ({ since, ...row }) => ({
        ...row,
        since: since.toISOString(),
      })),
      failedPayments: {
        count: found.failedPayments[0]?.total ?? 0,
        rows: found.failedPayments.flatMap(({ userId, paymentDetailsSet }) => {
          const user = debtors.find(({ id }) => id === userId);
          const isSuspended = user !== undefined && getLock('suspension', user, actor.now) !== null;
          return user ? [{ userId, email: user.email, paymentDetailsSet, isSuspended }] : [];
        }),
      },
      rejectedInvitations: firstOf(found.rejectedInvitations, ({ rejectedAt, ...row }) => ({
        ...row,
        rejectedAt: rejectedAt.toISOString(),
      })),
      waitingEmails: firstOf(found.waitingEmails, ({ since, ...row }) => ({ ...row, since: since.toISOString() })),
      failedJobs: {
        count: found.failedJobs.reduce((sum, { count }) => sum + count, 0),
        rows: found.failedJobs.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
      },
      signUps: {
        ...found.signUps,
        rows: found.signUps.rows.map(({ auth0Id, signedUpAt, ...row }) => ({
          ...row,
          signupMethod: signupMethodOf(auth0Id ?? ''),
          signupAt: signedUpAt.toISOString(),
        })),
      },
    };
    audit.record({
      details: { found: Object.fromEntries(Object.entries(home).map(([list, { count }]) => [list, count])) },
    });
    return home;
  },
};

const firstOf = <Row extends { readonly total: number }, Shown>(rows: readonly Row[], show: (row: Row) => Shown) => ({
  count: rows[0]?.total ?? 0,
  rows: rows.map(show),
});

const toHomeLock = ({ startedAt, endsAt, ...row }: LockOfHome): HomeLock => ({
  ...row,
  since: startedAt.toISOString(),
  until: toIsoTimestamp(endsAt),
});

type LockOfHome = Awaited<ReturnType<typeof readHome>>['endingLocks'][number];
