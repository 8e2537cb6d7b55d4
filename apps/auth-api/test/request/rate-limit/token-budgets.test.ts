import { calls, invalidInputLimit, rateLimitOf, type Call } from '@portal/contract';
import type { UserActor } from '../../../src/request/account/actor.ts';
import { isUnauthenticatedAccess } from '../../../src/request/call/possible-errors.ts';
import { isSharedByTokens } from '../../../src/request/rate-limit/rate-limits.ts';
import { createFixture } from '../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { makeApiToken } from '../../support/builders.ts';
import { tokenActor } from '../../support/token-actor.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1' });
});
afterAll(() => api.close());

const limitedCalls = Object.entries<Call>(calls).filter(
  ([, call]) => rateLimitOf(call) !== undefined && !isUnauthenticatedAccess(call.access),
);
const callsWithSharedLimit = limitedCalls.filter(([, call]) => isSharedByTokens(call));

async function makeOwner() {
  const { workspace, subject, credentials } = await createFixture(api, 'owner');
  const makeToken = () => tokenActor(subject, workspace.id);
  return { workspace, subject, credentials, token: makeToken(), other: makeToken() };
}

/** Counts one request of a call, and returns its RateLimit header. */
async function count(name: string, actor: UserActor): Promise<string | undefined> {
  const headers: Record<string, string> = {};
  const res = { set: (fields: Readonly<Record<string, string>>) => Object.assign(headers, fields) };
  await api.services.rateLimits.count(name, calls[name] as Call, { actor, ip: '192.0.2.1' }, res);
  return headers['RateLimit'];
}

const storedPoints = async () =>
  new Map((await api.db.rateLimit.findMany()).map(({ key, points }) => [key, points] as const));

/** The keys whose counts changed during `work`. */
async function changedKeys(work: () => Promise<unknown>): Promise<string[]> {
  const before = await storedPoints();
  await work();
  return [...(await storedPoints())].flatMap(([key, points]) => (points === before.get(key) ? [] : [key]));
}

const fill = (key: string, points: number) =>
  api.db.rateLimit.upsert({
    where: { key },
    create: { key, points, expire: Date.now() + 3_600_000 },
    update: { points },
  });

describe('a token', () => {
  it.each(limitedCalls)('spends only its own budget with %s, and that of all tokens of its workspace', async (name) => {
    const { workspace, token } = await makeOwner();
    const keys = await changedKeys(() => count(name, token));
    const owners = keys.map((key) => key.slice(key.indexOf(':') + 1)).sort();
    const isShared = callsWithSharedLimit.some(([shared]) => shared === name);
    expect(owners).toEqual([token.credential.id, ...(isShared ? [workspace.id] : [])].sort());
  });

  it.each(limitedCalls)(
    'is refunded to its own budget after a retry of %s, and after a failure',
    async (name, call) => {
      const { token, subject } = await makeOwner();
      const counted = await changedKeys(() => count(name, token));
      const budget = { actor: token, ip: null };
      const keys = await changedKeys(async () => {
        await api.services.rateLimits.refund(name, call, budget);
        await count(name, token);
        await api.services.rateLimits.refundFailure(name, call, budget);
      });
      const points = await storedPoints();
      expect(counted.map((key) => points.get(key))).toEqual(counted.map(() => 0));
      expect(keys.filter((key) => key.includes(subject.id))).toEqual([]);
    },
  );

  it('that has used up its invitations stops no other token and no person', async () => {
    const { workspace, token, other, credentials } = await makeOwner();
    for (let left = 19; left >= 0; left--) expect(await count('inviteMember', token)).toContain(`;r=${left};`);
    await expect(count('inviteMember', token)).rejects.toMatchObject({ type: 'TooManyRequests' });
    expect(await count('inviteMember', other)).toContain('"inviteMember";r=19;');
    const path = `/workspace/${workspace.id}/members`;
    const invited = await api.send('POST', path, credentials).send({ email: 'ada@example.com' });
    expect([invited.status, invited.headers.ratelimit]).toEqual([200, expect.stringContaining('"inviteMember";r=19;')]);
  });

  it('that has sent too much invalid input is rejected, and no other token and no session', async () => {
    const { workspace, subject, credentials: session } = await createFixture(api, 'owner');
    const token = await makeApiToken(api, workspace, subject);
    const other = await makeApiToken(api, workspace, subject);
    const sendMalformed = async (credentials: Credentials) =>
      (await api.send('POST', '/workspaces/new', credentials).type('json').send('{')).status;
    await fill(`invalid-input:${token.id}`, invalidInputLimit.times);
    const keys = await changedKeys(async () => {
      expect([await sendMalformed(token.credentials), await sendMalformed(other.credentials)]).toEqual([429, 400]);
    });
    expect(keys.sort()).toEqual([`invalid-input:${other.id}`, `invalid-input:${token.id}`].sort());
    expect(await sendMalformed(session)).toBe(400);
  });
});

describe('all tokens of a workspace', () => {
  it.each(callsWithSharedLimit)('lose nothing to a token that goes on over its own limit of %s', async (name, call) => {
    const { workspace, token } = await makeOwner();
    const { times = 0 } = call.rateLimit ?? {};
    await fill(`${name}:${token.credential.id}`, times);
    const shared = `${name}-by-tokens:${workspace.id}`;
    await fill(shared, 7);
    await expect(count(name, token)).rejects.toMatchObject({ type: 'TooManyRequests' });
    expect((await storedPoints()).get(shared)).toBe(7);
  });

  it('share no limit of what a token can do to itself alone', () =>
    expect(callsWithSharedLimit.map(([name]) => name)).not.toContain('rotateAuthToken'));

  it.each(callsWithSharedLimit)('share a limit of %s, which no session spends', async (name, call) => {
    const [one, elsewhere] = [await makeOwner(), await makeOwner()];
    await fill(`${name}-by-tokens:${one.workspace.id}`, call.rateLimit?.timesInAllWorkspaces ?? 0);
    await expect(count(name, one.token)).rejects.toMatchObject({ type: 'TooManyRequests' });
    await expect(count(name, one.other)).rejects.toMatchObject({ type: 'TooManyRequests' });
    expect(await count(name, elsewhere.token)).toContain(`"${name}";r=`);
    const user: UserActor = { ...one.token, credential: { ...sessionCredential, id: one.subject.id } };
    expect(await changedKeys(() => count(name, user))).not.toContain(`${name}-by-tokens:${one.workspace.id}`);
  });
});

const sessionCredential = {
  kind: 'session',
  id: '',
  idHash: '',
  startedAt: new Date(),
  lastSeenAt: new Date(),
  loggedInAt: null,
  isStaff: false,
  verifiedEmail: null,
} as const;
