import { signupMethodOf, type SignUp } from '@portal/contract';
import type { Prisma, User } from '../generated/prisma/client.ts';

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

const dayMs = 86_400_000;

/** Who signed up in a period, the first first. People who were only invited never signed up. */
export async function readSignUps(
  { startDate, endDate }: Period,
  { after, limit }: Page,
  db: Prisma.TransactionClient,
): Promise<SignUp[]> {
  const [start, end] = [new Date(startDate), new Date(Date.parse(endDate) + dayMs)];
  const from = after && after.moment > start ? after.moment : start;
  const users = await db.user.findMany({
    where: {
      signedUpAt: { gte: from, lt: end },
      ...(after && { OR: [{ signedUpAt: { gt: after.moment } }, { signedUpAt: after.moment, id: { gt: after.id } }] }),
    },
    orderBy: [{ signedUpAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
  return users.flatMap((user) => present(user));
}

/** All of a period, in batches. */
export async function* readSignUpsInBatches(
  period: Period,
  limit: number,
  db: Prisma.TransactionClient,
): AsyncGenerator<SignUp[]> {
  for (let after: Page['after'] = null; ;) {
    const batch = await readSignUps(period, { after, limit }, db);
    const last = batch.at(-1);
    if (last) yield batch;
    if (!last || batch.length < limit) return;
    after = { moment: new Date(last.signupAt), id: last.userId };
  }
}

function present({ id, auth0Id, signedUpAt, ...user }: User): SignUp[] {
  if (!signedUpAt) return [];
  return [
    {
      userId: id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      emailVerified: user.emailVerified,
      signupMethod: signupMethodOf(auth0Id ?? ''),
      discordUsername: user.discordUsername,
      githubUsername: user.githubUsername,
      signupAt: signedUpAt.toISOString(),
    },
  ];
}
