/** @waits 30 s */
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemBody } from '@portal/contract';
import { ulid } from 'ulid';
import { Prisma } from '../src/generated/prisma/client.ts';
import { send } from './faults/requests.ts';
import { startReplica } from './support/api-process.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
let providerNetwork: TcpProxy;
let silentStripe: TcpProxy;

beforeAll(async () => {
  provider = await fakeIdentityProvider();
  providerNetwork = await startTcpProxy(provider.url);
  silentStripe = await startTcpProxy(provider.url);
  silentStripe.stall();
  api = await startApi({ AUTH0_URL: provider.url, STRIPE_API_URL: silentStripe.url.replace(/\/$/, '') });
});
afterAll(async () => {
  await api.close();
  await silentStripe.close();
  await providerNetwork.close();
  await provider.close();
});

async function unverifiedPerson() {
  const user = await makeUser(api, { emailVerified: false });
  return { user, proof: await logIn(api, user) };
}

const resend = (userId: string, proof: Proof, requestUlid: string) =>
  api.send('POST', `/users/${userId}/resend-email-verification`, proof).send({ requestUlid });

const mailsTo = (identity: string | null) => provider.mailsTo.filter((to) => to === identity).length;

const key = (userId: string, requestUlid: string) => ({
  userId_call_requestUlid: { userId, call: 'resendEmailVerification', requestUlid },
});

/** Leaves the request pending, as a process does that is about to answer it or that just died. */
const leavePending = (userId: string, requestUlid: string, createdAt = new Date()) =>
  api.db.idempotencyKey.update({ where: key(userId, requestUlid), data: { answer: Prisma.DbNull, createdAt } });

const errorTypeOf = (body: unknown) => ProblemBody.parse(body).error.type;

describe('a call that asks a provider', () => {
  it('is made once by any number of racing twins, who all get its answer', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    const answers = await Promise.all(Array.from({ length: 30 }, () => resend(user.id, proof, requestUlid)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(mailsTo(user.auth0Id)).toBe(1);
  });

  it('that failed is made anew by its repeat', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    provider.verified.add(user.auth0Id ?? '');
    expect((await resend(user.id, proof, requestUlid)).status).toBe(409);
    provider.verified.delete(user.auth0Id ?? '');
    expect((await resend(user.id, proof, requestUlid)).status).toBe(200);
    expect(mailsTo(user.auth0Id)).toBe(1);
  });

  it('is taken over from a process that died while it asked', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    await resend(user.id, proof, requestUlid);
    const died = { answer: Prisma.DbNull, createdAt: new Date(Date.now() - 31_000) };
    await api.db.idempotencyKey.update({ where: key(user.id, requestUlid), data: died });
    expect((await resend(user.id, proof, requestUlid)).status).toBe(200);
    expect(mailsTo(user.auth0Id)).toBe(2);
  });

  it('refuses its ULID for another payload at once', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    await resend(user.id, proof, requestUlid);
    await api.db.idempotencyKey.update({
      where: key(user.id, requestUlid),
      data: { answer: Prisma.DbNull, payloadHash: 'of something else' },
    });
    const answer = await resend(user.id, proof, requestUlid);
    expect([answer.status, ProblemBody.parse(answer.body).error.type]).toEqual([422, 'RequestUlidReused']);
  });

  it('answers 503 when the pending request does not finish within 7.5 seconds', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    await resend(user.id, proof, requestUlid);
    await leavePending(user.id, requestUlid);
    const startedAt = performance.now();
    const answer = await resend(user.id, proof, requestUlid);
    expect([answer.status, errorTypeOf(answer.body)]).toEqual([503, 'IdentityProviderUnavailable']);
    expect(performance.now() - startedAt).toBeGreaterThan(7_000);
    expect(mailsTo(user.auth0Id)).toBe(1);
  });

  it('is made by a concurrent duplicate when the pending request fails soon', async () => {
    const { user, proof } = await unverifiedPerson();
    const requestUlid = ulid();
    await resend(user.id, proof, requestUlid);
    await leavePending(user.id, requestUlid);
    const waiting = resend(user.id, proof, requestUlid).then((answer) => answer);
    await sleep(150);
    await api.db.idempotencyKey.delete({ where: key(user.id, requestUlid) });
    expect((await waiting).status).toBe(200);
    expect(mailsTo(user.auth0Id)).toBe(2);
  });

  it('is left to the client when the pending request fails late', async () => {
    const { user, proof } = await unverifiedPerson();
    const [requestUlid, other] = [ulid(), ulid()];
    await resend(user.id, proof, other);
    await resend(user.id, proof, requestUlid);
    await leavePending(user.id, other);
    await leavePending(user.id, requestUlid);
    const waiting = resend(user.id, proof, requestUlid).then((answer) => answer);
    await sleep(1_000);
    await api.db.idempotencyKey.delete({ where: key(user.id, requestUlid) });
    const answer = await waiting;
    expect([answer.status, errorTypeOf(answer.body)]).toEqual([503, 'IdentityProviderUnavailable']);
    expect(mailsTo(user.auth0Id)).toBe(2);
    // A retry does not wait for the one that gave up, and other requests stay as they were.
    expect((await resend(user.id, proof, requestUlid)).status).toBe(200);
    expect(await api.db.idempotencyKey.count({ where: { userId: user.id } })).toBe(2);
  });

  it('answers that billing is unavailable, also to a concurrent duplicate, when Stripe is silent', async () => {
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    const requestUlid = ulid();
    const create = () => api.send('POST', `/users/${user.id}/create-billing-integration`, proof).send({ requestUlid });
    const answers = await Promise.all([create(), create()]);
    for (const { status, body } of answers) expect([status, errorTypeOf(body)]).toEqual([503, 'BillingUnavailable']);
  });

  it('whose provider is silent holds no process that is asked to end, however many twins wait', async () => {
    const { user, proof } = await unverifiedPerson();
    const [held, orphaned] = [ulid(), ulid()];
    await resend(user.id, proof, orphaned);
    // As somebody leaves it who dies just now.
    const died = { answer: Prisma.DbNull, createdAt: new Date() };
    await api.db.idempotencyKey.update({ where: key(user.id, orphaned), data: died });

    // One wait ends well before a process that stops does, two of them one after the other would not.
    const patience = { AUTH0_WAIT_MS: '5000' };
    const replica = await startReplica(api, { AUTH0_URL: providerNetwork.url.replace(/\/$/, ''), ...patience });
    providerNetwork.stall();
    const path = `/users/${user.id}/resend-email-verification`;
    const answers = Promise.all(
      [held, held, held, orphaned].map((requestUlid) =>
        send(replica.url, { method: 'POST', path, cookie: proof.cookie ?? '', body: { requestUlid } }),
      ),
    );
    await until(
      () => api.db.idempotencyKey.findUnique({ where: key(user.id, held) }),
      (taken) => taken !== null,
    );
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    for (const { status, type } of await answers) expect([status, type]).toEqual([503, 'IdentityProviderUnavailable']);
  });
});
