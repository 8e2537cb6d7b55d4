import { signupMethodOf, type SignUp, type SignUpCount } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';

/** A range of days in UTC, as `YYYY-MM-DD`; includes both ends. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

interface Page {
  /** The last row of the previous page. */
  readonly after: { readonly timestamp: Date; readonly id: string } | null;
  readonly limit: number;
}

interface SignUpRow extends Omit<SignUp, 'signupMethod' | 'signupAt'> {
  readonly auth0Id: string | null;
  readonly signedUpAt: Date;
}

const signUpsOfPeriod = ({ startDate, endDate }: Period, { after, limit }: Page) => Prisma.sql`
    SELECT id AS "userId", first_name AS "firstName", last_name AS "lastName", email, email_verified AS "emailVerified",
      discord_username AS "discordUsername", github_username AS "githubUsername",
      auth0_id AS "auth0Id", signed_up_at AS "signedUpAt"
    FROM users
    WHERE signed_up_at >= ${startDate}::date::timestamp AT TIME ZONE 'UTC'
      AND signed_up_at < (${endDate}::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND (signed_up_at, id) > (coalesce(${toIsoTimestamp(after?.timestamp)}::timestamptz, '-infinity'), coalesce(${after?.id ?? null}::text, ''))
    ORDER BY signed_up_at, id LIMIT ${limit}::int`;

/** Lists who signed up in a period, oldest first. Users who were only invited are not in it. */
export const listSignUps = async (period: Period, page: Page, { db }: DbContext): Promise<SignUp[]> =>
  (await db.$queryRaw<SignUpRow[]>(signUpsOfPeriod(period, page))).map(toSignUp);

/** Lists all sign-ups of a period, in batches of `limit` rows. */
export async function* listSignUpsInBatches(
  period: Period,
  limit: number,
  context: DbContext,
): AsyncGenerator<SignUp[]> {
  for (let after: Page['after'] = null; ;) {
    const batch = await listSignUps(period, { after, limit }, context);
    const last = batch.at(-1);
    if (last) yield batch;
    if (!last || batch.length < limit) return;
    after = { timestamp: new Date(last.signupAt), id: last.userId };
  }
}

const toSignUp = ({ auth0Id, signedUpAt, ...row }: SignUpRow): SignUp => ({
  ...row,
  signupMethod: signupMethodOf(auth0Id ?? ''),
  signupAt: signedUpAt.toISOString(),
});

interface CountRow extends Omit<SignUpCount, 'signupMethod'> {
  /** The Auth0 connection: the part of the Auth0 id before `|`. */
  readonly connection: string;
}

const countsByDay = ({ startDate, endDate }: Period) => Prisma.sql`
    SELECT to_char(signed_up_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      split_part(coalesce(auth0_id, ''), '|', 1) AS connection,
      count(*)::int AS people, (count(*) FILTER (WHERE NOT email_verified))::int AS unverified
    FROM users
    WHERE signed_up_at >= ${startDate}::date::timestamp AT TIME ZONE 'UTC'
      AND signed_up_at < (${endDate}::date + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1, 2 ORDER BY 1, 2`;

/** Counts sign-ups by day and sign-up method, oldest day first. */
export async function countSignUps(period: Period, { db }: DbContext): Promise<SignUpCount[]> {
  const rows = await db.$queryRaw<CountRow[]>(countsByDay(period));
  return rows.map(({ connection, ...row }) => ({ ...row, signupMethod: signupMethodOf(connection) }));
}
