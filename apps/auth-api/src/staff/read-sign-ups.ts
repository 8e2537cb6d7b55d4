import { signupMethodOf, type SignUp } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { moment } from '../moment.ts';

/** Days of UTC, the last one whole. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

interface Page {
  /** The last row of the page before. */
  readonly after: { readonly moment: Date; readonly id: string } | null;
  readonly limit: number;
}

interface SignUpRow extends Omit<SignUp, 'signupMethod' | 'signupAt'> {
  readonly auth0Id: string | null;
  readonly signedUpAt: Date;
}

const ofPeriod = ({ startDate, endDate }: Period, { after, limit }: Page) => Prisma.sql`
    SELECT id AS "userId", first_name AS "firstName", last_name AS "lastName", email, email_verified AS "emailVerified",
      discord_username AS "discordUsername", github_username AS "githubUsername",
      auth0_id AS "auth0Id", signed_up_at AS "signedUpAt"
    FROM users
    WHERE signed_up_at >= ${startDate}::date::timestamp AT TIME ZONE 'UTC'
      AND signed_up_at < (${endDate}::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND (signed_up_at, id) > (coalesce(${moment(after?.moment)}::timestamptz, '-infinity'), coalesce(${after?.id ?? null}::text, ''))
    ORDER BY signed_up_at, id LIMIT ${limit}::int`;

/** Who signed up in a period, the first first. People who were only invited never signed up. */
export const readSignUps = async (period: Period, page: Page, { db }: Work): Promise<SignUp[]> =>
  (await db.$queryRaw<SignUpRow[]>(ofPeriod(period, page))).map(present);

/** All of a period, in batches. */
export async function* readSignUpsInBatches(period: Period, limit: number, work: Work): AsyncGenerator<SignUp[]> {
  for (let after: Page['after'] = null; ;) {
    const batch = await readSignUps(period, { after, limit }, work);
    const last = batch.at(-1);
    if (last) yield batch;
    if (!last || batch.length < limit) return;
    after = { moment: new Date(last.signupAt), id: last.userId };
  }
}

const present = ({ auth0Id, signedUpAt, ...row }: SignUpRow): SignUp => ({
  ...row,
  signupMethod: signupMethodOf(auth0Id ?? ''),
  signupAt: signedUpAt.toISOString(),
});
