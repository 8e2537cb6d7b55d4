import type { peopleCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { findEmptyPlaceholder } from '../users/empty-placeholder.ts';
import { readStaffMembers } from './staff-members.ts';
import { presentStaffUser } from './staff.present.ts';

/** Nobody has so many identities under one address; a limit all the same. */
const mostIdentities = 100;

export const peopleHandlers: Handlers<typeof peopleCalls> = {
  async findUsersByEmail({ query: { email } }, { actor, db, note }) {
    const users = await db.user.findMany({
      where: { email, id: { notIn: await findEmptyPlaceholder(email, { db }) } },
      include: { billingAccount: true },
      orderBy: [{ lastLoginAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
      take: mostIdentities,
    });
    note({ details: { email, found: users.map(({ id }) => id) } });
    const lockers = await readStaffMembers(
      users.flatMap((user) => [user.quarantinedById, user.suspendedById]),
      db,
    );
    return { data: users.map((user) => presentStaffUser(user, lockers, actor.now)) };
  },
};
