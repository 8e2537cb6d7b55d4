import { dayMs } from '@portal/contract';
import { enqueueTokenExpiryEmails } from '../../../src/features/credentials/enqueue-token-expiry-emails.ts';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
let user: User;
let workspace: Workspace;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await api.db.authToken.deleteMany();
  await api.db.accountEmail.deleteMany();
  user = await makeUser(api);
  workspace = await makeWorkspace(api, user);
});
afterAll(() => api.close());

const hourMs = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

/** A token that was created for some days and has this long left. */
const makeToken = async (lifetimeDays: number, leftMs: number) =>
  (
    await makeApiToken(api, workspace, user, {
      createdAt: fromNow(leftMs - lifetimeDays * dayMs),
      expiresAt: fromNow(leftMs),
    })
  ).id;

/** Moves the clock forward; backward if the time is negative. Seen from the tokens, that is the same as moving them. */
const moveClock = (ms: number) =>
  api.asOwner(`
  UPDATE auth_tokens SET expires_at = expires_at - interval '1 ms' * ${ms}, created_at = created_at - interval '1 ms' * ${ms}`);

/** The number of emails that the job enqueues. */
async function run(): Promise<number> {
  const before = await api.db.accountEmail.count();
  await enqueueTokenExpiryEmails(api.services);
  return (await api.db.accountEmail.count()) - before;
}

describe('the email about an API token that is about to expire', () => {
  it('is sent seven days and one day before, once each, in hourly runs until the token has expired', async () => {
    await makeToken(30, 8 * dayMs);
    const sentAt = [];
    for (let hour = 0; hour < 9 * 24; hour++) {
      const sent = await run();
      sentAt.push(...Array<number>(sent).fill(hour));
      await moveClock(hourMs);
    }
    expect(sentAt).toEqual([24, 7 * 24]);
  });

  it.each([
    ['of seven days only a day before', 7, 6.9 * dayMs, 0],
    ['of three days only a day before', 3, 2.9 * dayMs, 0],
    ['of a day never', 1, 0.9 * dayMs, 0],
    ['of an hour never', 1 / 24, 0.5 * hourMs, 0],
    ['of three days a day before', 3, 0.9 * dayMs, 1],
    ['that has expired never', 30, -hourMs, 0],
    ['that expires in more than seven days not yet', 30, 7.1 * dayMs, 0],
  ])('is sent for a token %s', async (_, lifetimeDays, leftMs, count) => {
    await makeToken(lifetimeDays, leftMs);
    expect(await run()).toBe(count);
  });

  it('is sent once if the job was late and skipped the first', async () => {
    await makeToken(30, 2 * hourMs);
    expect([await run(), await run()]).toEqual([1, 0]);
  });

  it('is not sent again when the clock jumps forward and back', async () => {
    await makeToken(30, 6 * dayMs);
    const counts = [await run()];
    for (const jump of [5.5, -3, 2.9, -20, 20]) {
      await moveClock(jump * dayMs);
      counts.push(await run());
    }
    expect(counts).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('is sent once by jobs that run at the same time', async () => {
    for (let index = 0; index < 250; index++) await makeToken(30, 6 * dayMs);
    await Promise.all([1, 2, 3].map(() => enqueueTokenExpiryEmails(api.services)));
    const emails = await api.db.accountEmail.findMany();
    expect(new Set(emails.map(({ details }) => JSON.stringify(details))).size).toBe(250);
    expect(emails).toHaveLength(250);
  });

  it('is not sent for a token that was revoked, before or after it was enqueued', async () => {
    const tokenId = await makeToken(30, 6 * dayMs);
    await run();
    await api.db.authToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
    const email = await api.db.accountEmail.findFirstOrThrow();
    expect(await composeAccountEmail(email, { ...api.services, committedDb: api.db })).toBeNull();
    await moveClock(5.5 * dayMs);
    expect(await run()).toBe(0);
  });

  it('is not sent to users who turned it off', async () => {
    await api.db.mutedEmail.create({ data: { userId: user.id, kind: 'tokenExpiring' } });
    await makeToken(30, 6 * dayMs);
    expect(await run()).toBe(0);
    await api.db.mutedEmail.deleteMany();
    expect(await run()).toBe(0);
  });
});

it('a security email cannot be turned off, not even in the database', async () => {
  const mute = api.db.mutedEmail.create({ data: { userId: user.id, kind: 'newDevice' } });
  await expect(mute).rejects.toThrow('muted_emails_optional_check');
});
