/** @takes 20 s */
import { dayMs, formatUtcDateTime } from '@portal/contract';
import { enqueueTokenExpiryEmails } from '../../../src/features/credentials/enqueue-token-expiry-emails.ts';
import type { AccountEmail, Prisma, User, Workspace } from '../../../src/generated/prisma/client.ts';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';

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

type TokenColumns = Partial<Prisma.AuthTokenUncheckedCreateInput>;

/** The times of a token that was created for some days and has this long left. */
const timesOf = (lifetimeDays: number, leftMs: number) => {
  const expiresAt = fromNow(leftMs);
  return { createdAt: new Date(expiresAt.getTime() - lifetimeDays * dayMs), expiresAt };
};

const makeToken = async (lifetimeDays: number, leftMs: number, columns: TokenColumns = {}) =>
  (await makeApiToken(api, workspace, user, { ...timesOf(lifetimeDays, leftMs), ...columns })).id;

/** Moves the clock forward; backward if the time is negative. Seen from the rows, that is the same as moving them. */
async function moveClock(ms: number): Promise<void> {
  await api.db.$executeRaw`
    WITH shift AS (SELECT make_interval(secs => ${ms / 1_000}::float8) AS by),
      member AS (UPDATE memberships SET token_email_at = token_email_at - by FROM shift WHERE token_email_at IS NOT NULL)
    UPDATE auth_tokens SET expires_at = expires_at - by, created_at = created_at - by, rotates_until = rotates_until - by FROM shift`;
}

/** The tokens of each email that the job enqueues. */
async function run(): Promise<string[][]> {
  const before = new Set((await api.db.accountEmail.findMany()).map(({ id }) => id));
  await enqueueTokenExpiryEmails(api.services);
  const emails = await api.db.accountEmail.findMany({ where: { kind: 'tokenExpiring' }, orderBy: { id: 'asc' } });
  return emails.filter(({ id }) => !before.has(id)).map(tokensOf);
}

const tokensOf = ({ details }: Pick<AccountEmail, 'details'>) => (details as { tokenIds: string[] }).tokenIds;

/** Runs the job regularly, and returns the hour and the tokens of each email. */
async function runFor(
  days: number,
  { everyHours }: { everyHours: number },
  each: (hour: number) => Promise<unknown> = () => Promise.resolve(),
) {
  const sent: { hour: number; tokenIds: string[] }[] = [];
  for (let hour = 0; hour < days * 24; hour += everyHours) {
    await each(hour);
    sent.push(...(await run()).map((tokenIds) => ({ hour, tokenIds })));
    await moveClock(everyHours * hourMs);
  }
  return sent;
}

const compose = async () =>
  composeAccountEmail(await api.db.accountEmail.findFirstOrThrow(), { ...api.services, committedDb: api.db });

describe('the email about API tokens that are about to expire', () => {
  it('is sent 30 days, seven days and one day before, once each, in runs until the token has expired', async () => {
    const id = await makeToken(90, 31 * dayMs);
    expect(await runFor(32, { everyHours: 12 })).toEqual(
      [24, 24 * 24, 30 * 24].map((hour) => ({ hour, tokenIds: [id] })),
    );
  });

  it.each([
    ['of 30 days only seven days and one day before', 30, 29.9 * dayMs, 0],
    ['of seven days only a day before', 7, 6.9 * dayMs, 0],
    ['of three days only a day before', 3, 2.9 * dayMs, 0],
    ['of a day never', 1, 0.9 * dayMs, 0],
    ['of an hour never', 1 / 24, 0.5 * hourMs, 0],
    ['of three days a day before', 3, 0.9 * dayMs, 1],
    ['of 30 days seven days before', 30, 6.9 * dayMs, 1],
    ['that has expired never', 30, -hourMs, 0],
    ['that expires in more than 30 days not yet', 90, 30.1 * dayMs, 0],
  ])('is sent for a token %s', async (_, lifetimeDays, leftMs, count) => {
    await makeToken(lifetimeDays, leftMs);
    expect(await run()).toHaveLength(count);
  });

  it('is one a day for all tokens of a person in a workspace, and lists what is due until the next one', async () => {
    const ids: string[] = [];
    for (let hours = 0; hours < 60; hours += 4) ids.push(await makeToken(90, 7 * dayMs + hours * hourMs));
    await api.db.authToken.updateMany({ data: { expiryEmailDays: 30 } });
    const sent = await runFor(11, { everyHours: 4 });
    const gaps = sent.slice(1).map(({ hour }, index) => hour - (sent[index]?.hour ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24);
    // Each token twice: about seven days before, and about a day before.
    expect(sent.flatMap(({ tokenIds }) => tokenIds).toSorted()).toEqual([...ids, ...ids].toSorted());
    for (const { hour, tokenIds } of sent) {
      for (const id of tokenIds) {
        const leftHours = 7 * 24 + ids.indexOf(id) * 4 - hour;
        expect([id, leftHours > 0 && (leftHours <= 2 * 24 || leftHours > 6 * 24)]).toEqual([id, true]);
      }
    }
  });

  it('is one for each workspace and each person', async () => {
    const other = await makeWorkspace(api, user);
    const colleague = await makeUser(api);
    await addMember(api, workspace, colleague, 'EDITOR');
    const ids = [
      await makeToken(90, 5 * dayMs),
      (await makeApiToken(api, other, user, timesOf(90, 5 * dayMs))).id,
      (await makeApiToken(api, workspace, colleague, timesOf(90, 5 * dayMs))).id,
    ];
    expect((await run()).flat().toSorted()).toEqual(ids.toSorted());
    expect(await api.db.accountEmail.count()).toBe(3);
  });

  it('about a service account goes to the owner of the workspace, with the owner’s own tokens', async () => {
    const serviceAccount = await makeServiceAccount(api, workspace, { name: 'CI' });
    const { id } = await makeServiceAccountToken(api, serviceAccount, { ...timesOf(90, 5 * dayMs), name: 'Import' });
    const own = await makeToken(90, 6 * dayMs, { name: 'Deploy' });
    const approver = await makeUser(api);
    await addMember(api, workspace, approver, 'APPROVER');
    expect(await run()).toEqual([[id, own]]);
    expect(await api.db.accountEmail.findFirstOrThrow()).toMatchObject({ userId: user.id });
    const email = await compose();
    expect(email?.subject).toBe(`2 API tokens for “${workspace.displayName}” expire soon`);
    expect(email?.text).toMatch(
      /1\. “Import”: Expires on .* UTC, last used on .* UTC, acts as the service account “CI”\n2\. “Deploy”: .*, acts as you\n/,
    );
  });

  it('names the only token and its end in the subject', async () => {
    const expiresAt = fromNow(5 * dayMs);
    await makeToken(90, 0, { name: 'Deploy', expiresAt, lastUsedAt: null });
    await run();
    const email = await compose();
    expect(email?.subject).toBe(`“Deploy” expires on ${formatUtcDateTime(expiresAt)}`);
    expect(email?.text).toContain('Last used: Never');
  });

  it('counts the tokens that it does not list', async () => {
    for (let index = 0; index < 23; index++) await makeToken(90, 5 * dayMs + index);
    await run();
    const email = await compose();
    expect(email?.text).toContain('20. “CI”');
    expect(email?.text).toContain('More: 3 more API tokens');
  });

  describe('for a token that can replace itself', () => {
    const chain = { rotatesUntil: fromNow(200 * dayMs) };

    it('is not sent if the token does so in time', async () => {
      const id = await makeToken(40, 31 * dayMs, chain);
      const sent = await runFor(32, { everyHours: 12 }, async (hour) => {
        if (hour !== 30 * 24 - 12) return;
        const next = await makeToken(40, 40 * dayMs, chain);
        const replaced = { replacedAt: new Date(), replacedById: next };
        await api.db.authToken.update({ where: { id }, data: replaced });
      });
      expect(sent).toEqual([]);
    });

    it('is sent in the last day if the token has not', async () => {
      const id = await makeToken(40, 31 * dayMs, chain);
      expect(await runFor(32, { everyHours: 12 })).toEqual([{ hour: 30 * 24, tokenIds: [id] }]);
    });

    it('is not sent before the last quarter of a short life', async () => {
      const id = await makeToken(2, 2 * dayMs, chain);
      expect(await runFor(2, { everyHours: 1 })).toEqual([{ hour: 36, tokenIds: [id] }]);
    });

    it('is sent as for any other token if the chain has no later end', async () => {
      const id = await makeToken(90, 31 * dayMs, { rotatesUntil: fromNow(31 * dayMs) });
      expect(await runFor(32, { everyHours: 12 })).toEqual(
        [24, 24 * 24, 30 * 24].map((hour) => ({ hour, tokenIds: [id] })),
      );
    });
  });

  it('is not sent for a token that was replaced, before or after it was enqueued', async () => {
    const id = await makeToken(90, 6 * dayMs);
    await run();
    await api.db.authToken.update({ where: { id }, data: { replacedAt: new Date() } });
    expect(await compose()).toBeNull();
    await moveClock(5.5 * dayMs);
    expect(await run()).toEqual([]);
  });

  it('is sent once if the job was late and skipped the first', async () => {
    const id = await makeToken(90, 2 * hourMs);
    expect([await run(), await run()]).toEqual([[[id]], []]);
  });

  it('is not sent again when the clock jumps forward and back', async () => {
    const id = await makeToken(90, 6 * dayMs);
    const sent = [await run()];
    for (const jump of [5.5, -3, 2.9, -20, 20]) {
      await moveClock(jump * dayMs);
      sent.push(await run());
    }
    expect(sent).toEqual([[[id]], [[id]], [], [], [], []]);
  });

  it('is not delayed by an email from before the clock was set back', async () => {
    await makeToken(90, 6 * dayMs);
    await run();
    await moveClock(-100 * dayMs);
    const id = await makeToken(90, 6 * dayMs);
    expect(await run()).toEqual([[id]]);
  });

  it('is sent once by jobs that run at the same time, also of many people', async () => {
    const owners = await Promise.all(Array.from({ length: 120 }, () => makeUser(api)));
    const ids: string[] = [];
    for (const owner of owners) {
      const own = await makeWorkspace(api, owner);
      for (const days of [5, 6]) ids.push((await makeApiToken(api, own, owner, timesOf(90, days * dayMs))).id);
    }
    await Promise.all([1, 2, 3].map(() => enqueueTokenExpiryEmails(api.services)));
    const emails = await api.db.accountEmail.findMany();
    expect(emails).toHaveLength(120);
    expect(emails.flatMap(tokensOf).toSorted()).toEqual(ids.toSorted());
  });

  it('is not sent for a token that was revoked, before or after it was enqueued', async () => {
    const tokenId = await makeToken(90, 6 * dayMs);
    await run();
    await api.db.authToken.update({ where: { id: tokenId }, data: { revokedAt: new Date() } });
    expect(await compose()).toBeNull();
    await moveClock(5.5 * dayMs);
    expect(await run()).toEqual([]);
  });

  it('is not sent to users who turned it off', async () => {
    await api.db.mutedEmail.create({ data: { userId: user.id, kind: 'tokenExpiring' } });
    await makeToken(90, 6 * dayMs);
    expect(await run()).toEqual([]);
    await api.db.mutedEmail.deleteMany();
    expect(await run()).toEqual([]);
  });
});

it('a security email cannot be turned off, not even in the database', async () => {
  const mute = api.db.mutedEmail.create({ data: { userId: user.id, kind: 'newDevice' } });
  await expect(mute).rejects.toThrow('muted_emails_optional_check');
});
