import { signupMethodOf, type SignUpCount } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import type { Period } from './read-sign-ups.ts';

interface CountRow extends Omit<SignUpCount, 'signupMethod'> {
  /** What all the provider's ids of one way begin with. */
  readonly connection: string;
}

const byDay = ({ startDate, endDate }: Period) => Prisma.sql`
    SELECT to_char(signed_up_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      split_part(coalesce(auth0_id, ''), '|', 1) AS connection,
      count(*)::int AS people, (count(*) FILTER (WHERE NOT email_verified))::int AS unverified
    FROM users
    WHERE signed_up_at >= ${startDate}::date::timestamp AT TIME ZONE 'UTC'
      AND signed_up_at < (${endDate}::date + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1, 2 ORDER BY 1, 2`;

/** How many people signed up, by day and by way, in the order of the days. */
export async function countSignUps(period: Period, { db }: Work): Promise<SignUpCount[]> {
  const rows = await db.$queryRaw<CountRow[]>(byDay(period));
  return rows.map(({ connection, ...row }) => ({ ...row, signupMethod: signupMethodOf(connection) }));
}
