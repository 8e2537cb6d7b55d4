/** @waits 30 s */
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorBody, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
let provider: FakeIdentityProvider;
let providerNetwork: TcpProxy;
let silentStripe: TcpProxy;

beforeAll(async () => {
  provider = await startFakeIdentityProvider();
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

async function unverifiedUser() {
  const user = await makeUser(api, { emailVerified: false });
  return { user, credentials: await logIn(api, user) };
}

const resend = (userId: string, credentials: Credentials, requestUlid: string) =>
  api.send('POST', `/users/${userId}/resend-email-verification`, credentials).send({ requestUlid });

const countVerificationEmails = (identity: string | null) =>
  provider.verificationEmailsTo.filter((to) => to === identity).length;

const uniqueKey = (principalId: string, key: string) => ({
  principalId_call_key: { principalId, call: 'resendEmailVerification', key },
});

/** Makes the request pending, as a process leaves it that is still working on it or has just crashed. */
const makePending = (userId: string, requestUlid: string, createdAt = new Date()) =>
  api.db.idempotencyKey.update({ where: uniqueKey(userId, requestUlid), data: { response: Prisma.DbNull, createdAt } });

const errorTypeOf = (body: unknown) => ErrorBody.parse(body).error.type;

describe('a call to an external provider', () => {
  it('runs once for any number of concurrent duplicates, which all get the same response', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    const responses = await Promise.all(Array.from({ length: 30 }, () => resend(user.id, credentials, requestUlid)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(countVerificationEmails(user.auth0Id)).toBe(1);
  });

  it('that failed runs again on a retry', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    provider.verified.add(user.auth0Id ?? '');
    expect((await resend(user.id, credentials, requestUlid)).status).toBe(409);
    provider.verified.delete(user.auth0Id ?? '');
    expect((await resend(user.id, credentials, requestUlid)).status).toBe(200);
    expect(countVerificationEmails(user.auth0Id)).toBe(1);
  });

  it('is taken over from a process that crashed during the call', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    await resend(user.id, credentials, requestUlid);
    const crashed = { response: Prisma.DbNull, createdAt: new Date(Date.now() - 31_000) };
    await api.db.idempotencyKey.update({ where: uniqueKey(user.id, requestUlid), data: crashed });
    expect((await resend(user.id, credentials, requestUlid)).status).toBe(200);
    expect(countVerificationEmails(user.auth0Id)).toBe(2);
  });

  it('rejects its requestUlid with another payload at once', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    await resend(user.id, credentials, requestUlid);
    await api.db.idempotencyKey.update({
      where: uniqueKey(user.id, requestUlid),
      data: { response: Prisma.DbNull, payloadHash: 'another hash' },
    });
    const response = await resend(user.id, credentials, requestUlid);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([422, 'IdempotencyKeyReused']);
  });

  it('responds with 503 if the pending request does not finish within 7.5 seconds', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    await resend(user.id, credentials, requestUlid);
    await makePending(user.id, requestUlid);
    const startedAt = performance.now();
    const response = await resend(user.id, credentials, requestUlid);
    expect([response.status, errorTypeOf(response.body)]).toEqual([503, 'IdentityProviderUnavailable']);
    expect(performance.now() - startedAt).toBeGreaterThan(7_000);
    expect(countVerificationEmails(user.auth0Id)).toBe(1);
  });

  it('runs again in a concurrent duplicate if the pending request fails early', async () => {
    const { user, credentials } = await unverifiedUser();
    const requestUlid = ulid();
    await resend(user.id, credentials, requestUlid);
    await makePending(user.id, requestUlid);
    const waiting = resend(user.id, credentials, requestUlid).then((response) => response);
    await sleep(150);
    await api.db.idempotencyKey.delete({ where: uniqueKey(user.id, requestUlid) });
    expect((await waiting).status).toBe(200);
    expect(countVerificationEmails(user.auth0Id)).toBe(2);
  });

  it('is left to a retry of the client if the pending request fails late', async () => {
    const { user, credentials } = await unverifiedUser();
    const [requestUlid, other] = [ulid(), ulid()];
    await resend(user.id, credentials, other);
    await resend(user.id, credentials, requestUlid);
    await makePending(user.id, other);
    await makePending(user.id, requestUlid);
    const waiting = resend(user.id, credentials, requestUlid).then((response) => response);
    await sleep(1_000);
    await api.db.idempotencyKey.delete({ where: uniqueKey(user.id, requestUlid) });
    const response = await waiting;
    expect([response.status, errorTypeOf(response.body)]).toEqual([503, 'IdentityProviderUnavailable']);
    expect(countVerificationEmails(user.auth0Id)).toBe(2);
    // A retry does not wait for the request that gave up, and other requests are unaffected.
    expect((await resend(user.id, credentials, requestUlid)).status).toBe(200);
    expect(await api.db.idempotencyKey.count({ where: { principalId: user.id } })).toBe(2);
  });

  it('responds that billing is unavailable, also to a concurrent duplicate, while Stripe does not respond', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const requestUlid = ulid();
    const create = () =>
      api.send('POST', `/users/${user.id}/create-billing-integration`, credentials).send({ requestUlid });
    const responses = await Promise.all([create(), create()]);
    for (const { status, body } of responses) expect([status, errorTypeOf(body)]).toEqual([503, 'BillingUnavailable']);
  });

  it('does not delay the shutdown of a process while the provider does not respond, however many duplicates wait', async () => {
    const { user, credentials } = await unverifiedUser();
    const [pendingUlid, orphanedUlid] = [ulid(), ulid()];
    await resend(user.id, credentials, orphanedUlid);
    // As a process leaves it that crashes now.
    const crashed = { response: Prisma.DbNull, createdAt: new Date() };
    await api.db.idempotencyKey.update({ where: uniqueKey(user.id, orphanedUlid), data: crashed });

    // One timeout passes well before the shutdown deadline, two in a row would not.
    const timeouts = { AUTH0_TIMEOUT_MS: '5000' };
    const replica = await startReplica(api, { AUTH0_URL: providerNetwork.url.replace(/\/$/, ''), ...timeouts });
    providerNetwork.stall();
    const path = `/users/${user.id}/resend-email-verification`;
    const responses = Promise.all(
      [pendingUlid, pendingUlid, pendingUlid, orphanedUlid].map(async (requestUlid) => {
        const response = await fetch(`${replica.url}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [requestUlidHeader]: ulid(),
            cookie: credentials.cookie ?? '',
          },
          body: JSON.stringify({ requestUlid }),
        });
        return [response.status, errorTypeOf(await response.json())];
      }),
    );
    await pollUntil(
      () => api.db.idempotencyKey.findUnique({ where: uniqueKey(user.id, pendingUlid) }),
      (row) => row !== null,
    );
    expect(await replica.stop()).toEqual({ code: 0, signal: null });
    for (const outcome of await responses) expect(outcome).toEqual([503, 'IdentityProviderUnavailable']);
  });
});
