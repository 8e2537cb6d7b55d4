/** @takes 30 s */
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, isShownByBrowser, requestUlidHeader, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { type ActorName, type Fixture, createFixture, pathOf } from '../../support/actors.ts';
import { outputWithoutDatabase, startReplica, startupOutput } from '../../support/api-process.ts';
import type { Credentials } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { secretBillingDetails, secretUser, withoutClientAddress } from '../../support/canaries.ts';
import { pollUntil } from '../../support/polling.ts';
import { encodingsOfKey } from '../../support/encodings-of-key.ts';
import { validBodies } from '../../support/valid-input.ts';
import { startLeakTestStack, type LeakTestStack } from '../../support/leak-test-stack.ts';

let stack: LeakTestStack;
beforeAll(async () => {
  stack = await startLeakTestStack();
});
afterAll(() => stack.close());

const member = { email: 'member@example.com', password: 'Correct-horse-1' };
const portal = 'http://localhost:9000';

interface RequestOptions {
  readonly method?: string;
  readonly credentials?: Credentials;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const sendTo = (
  process: { url: string },
  path: string,
  { method = 'GET', credentials = {}, body, headers }: RequestOptions = {},
) =>
  fetch(`${process.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      [requestUlidHeader]: ulid(),
      referer: `${portal}/`,
      ...(credentials.cookie !== undefined && { cookie: credentials.cookie }),
      ...(credentials.token !== undefined && { authorization: `Bearer ${credentials.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

const newSecretUser = () => secretUser(stack.canaries);

function plantCredentials({ cookie, token }: Credentials): void {
  if (cookie !== undefined) stack.canaries.plant('session id', cookie.split('=')[1]);
  if (token !== undefined) stack.canaries.plant('token', token);
}

/** The logs of both processes and their exported traces: all of them, or those since the last call. */
async function readOutput({ onlyNew }: { onlyNew: boolean }): Promise<string> {
  const { healthy, failing, collector } = stack;
  const spansBefore = collector.bodies.length;
  await sendTo(healthy, '/version');
  await pollUntil(() => Promise.resolve(collector.bodies.length > spansBefore), Boolean);
  const spans = collector.bodies.map(({ body }) => body);
  const sources = [...[healthy.lines, failing.lines].map((lines) => lines.map(withoutClientAddress)), spans];
  const texts = sources.map((source, index) => source.slice(onlyNew ? seenCounts[index] : 0));
  seenCounts = sources.map(({ length }) => length);
  return texts.flat().join('\n');
}

let seenCounts: number[] = [];

const expectNoLeaks = async () => expect(stack.canaries.findIn(await readOutput({ onlyNew: true }))).toEqual([]);

const linesWith = (part: string) =>
  [...stack.healthy.lines, ...stack.failing.lines].filter((line) => line.includes(part));

describe('logs at every level and traces', () => {
  it('contain no secret of a login, its callback or a logout', async () => {
    const { canaries, api, healthy } = stack;
    const base = { url: api.services.settings.AUTH_API_URL };
    canaries.plant('password', member.password);
    canaries.plant('email', member.email);
    const browser = new Browser();
    const form = await browser.follow(`${base.url}/auth/login`, portal);
    const [attempt] = await api.db.loginAttempt.findMany();
    canaries.plant('nonce', attempt?.nonce);
    canaries.plant('code verifier', attempt?.codeVerifier);
    canaries.plant('login cookie', Object.values(browser.cookiesOf(`portal-login-${new URL(base.url).port}-`))[0]);
    const callback = await browser.follow(form.url, `${base.url}/auth/login-callback`, member);
    const answer = new URL(callback.url).searchParams;
    canaries.plant('login code', answer.get('code'));
    canaries.plant('login state', answer.get('state'));
    expect((await browser.follow(callback.url, portal)).url).toBe(`${portal}/login-success`);
    canaries.plant('session id', browser.cookie(`portal-session-${new URL(base.url).port}`));
    expect((await browser.open(`${base.url}/whoami`)).status).toBe(200);
    // A second use of the callback, and a callback with an error that anyone could send.
    await browser.open(callback.url);
    await sendTo(
      healthy,
      `/auth/login-callback?error=${canaries.make('made-up error')}&state=${canaries.make('made-up state')}`,
    );
    await browser.follow(`${base.url}/auth/logout`, portal);
    const callbacks = () => Promise.resolve(linesWith('"si.call":"loginCallback"').length);
    expect(await pollUntil(callbacks, (count) => count > 2)).toBeGreaterThan(2);
    await expectNoLeaks();
  });

  it('contain no secret of the instance handshake, of tokens or of links in emails', async () => {
    const { canaries, api, healthy } = stack;
    const owner = await makeUser(api, newSecretUser());
    const workspace = await makeWorkspace(api, owner, {
      displayName: canaries.make('display name'),
      description: canaries.make('description'),
    });
    const credentials = await logIn(api, owner);
    plantCredentials(credentials);
    const token = (await (
      await sendTo(healthy, `/workspaces/${workspace.id}/authTokens`, {
        method: 'POST',
        credentials,
        body: JSON.stringify({ name: canaries.make('name of a token'), expiration: '48h' }),
      })
    ).json()) as { token: string };
    canaries.plant('API token', token.token);
    canaries.plant('signature of a token', token.token.split('.')[2]);
    expect((await sendTo(healthy, '/whoami', { credentials: { token: token.token } })).status).toBe(200);
    const launch = await sendTo(healthy, `/workspaces/${workspace.id}/go?redirect=/${canaries.make('path')}`, {
      credentials,
    });
    const code = canaries.plant('connect code', new URL(launch.headers.get('location') ?? '').searchParams.get('code'));
    const connected = await sendTo(healthy, '/complete-auth-connect', {
      method: 'POST',
      body: JSON.stringify({ code }),
    });
    const { token: instanceToken } = (await connected.json()) as { token: string };
    canaries.plant('instance token', instanceToken);
    expect((await sendTo(healthy, '/auth-reconnect', { credentials: { token: instanceToken } })).status).toBe(200);
    await sendTo(healthy, '/complete-auth-connect', { method: 'POST', body: JSON.stringify({ code }) });
    const link = canaries.plant('link of an email', await api.services.unsubscribeLinks.sign(canaries.make('address')));
    for (const method of ['GET', 'POST']) await sendTo(healthy, `/invitation-emails/stop?token=${link}`, { method });
    await expectNoLeaks();
  });

  it('contain no billing details, whether they are saved, only stored, or not saved because Stripe is unavailable', async () => {
    const { api, healthy, stripe } = stack;
    const user = await makeUser(api, newSecretUser());
    const credentials = await logIn(api, user);
    plantCredentials(credentials);
    const path = `/users/${user.id}/billingDetails`;
    const save = async (taxIdentificationNumber: string) => {
      const body = JSON.stringify(secretBillingDetails(stack.canaries, taxIdentificationNumber));
      return (await sendTo(healthy, path, { method: 'PATCH', credentials, body })).status;
    };
    // On a busy machine the call to Stripe can time out once.
    const saveUntil = (expected: number, taxId: string) =>
      pollUntil(
        () => save(taxId),
        (status) => status === expected,
      );
    const validTaxId = stack.canaries.plant('tax id', `DE${randomInt(100_000_000, 1_000_000_000)}`);
    const invalidTaxId = stack.canaries.make('invalid tax id');
    // Stripe knows no type for it.
    expect(await saveUntil(200, invalidTaxId)).toBe(200);
    expect(await saveUntil(200, validTaxId)).toBe(200);
    const account = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
    expect(account.taxNumber).toBe(validTaxId);
    const taxIdsPath = `/v1/customers/${account.customerId ?? ''}/tax_ids`;
    const verificationStatuses = async () => {
      const { data } = await stripe.request<{ data: { verification: { status: string } }[] }>('GET', taxIdsPath);
      return data.map(({ verification }) => verification.status);
    };
    expect(await pollUntil(verificationStatuses, (statuses) => !statuses.includes('pending'))).toHaveLength(1);
    await stripe.setFaults({ api: { status: 500 } });
    expect(await save(validTaxId)).toBe(503);
    await stripe.setFaults({});
    await expectNoLeaks();
  });

  const actors: readonly ActorName[] = ['owner', 'staff', 'anonymous', 'apiToken', 'revokedToken', 'quarantined'];

  it.each(actors)(
    'contain nothing that %s sends with any call, valid or not',
    async (actor) => {
      const { api, healthy } = stack;
      const newFixture = async () => {
        const fixture = await createFixture(api, actor);
        plantCredentials(fixture.credentials);
        await api.db.user.update({ where: { id: fixture.subject.id }, data: newSecretUser() });
        return fixture;
      };
      const ofReads = await newFixture();
      for (const [name, call] of Object.entries<Call>(calls)) {
        const on = call.method === 'GET' && !isShownByBrowser(call) ? ofReads : await newFixture();
        for (const body of bodiesFor(name, call, on)) {
          const response = await sendTo(healthy, addressOf(call, on), {
            method: call.method,
            credentials: on.credentials,
            headers: personalHeaders(),
            ...(body !== undefined && { body }),
          });
          expect([name, response.status]).not.toEqual([name, 500]);
        }
      }
      await expectNoLeaks();
    },
    120_000,
  );

  function addressOf(call: Call, on: Fixture): string {
    const path = pathOf(call, on);
    const canary = stack.canaries.make('query');
    return `${path}?code=${canary}&state=${canary}&redirect=/${canary}&email=${canary}@example.com`;
  }

  /** A valid body, one with unknown fields, and one that is not JSON. */
  function bodiesFor(name: string, call: Call, on: Fixture): (string | undefined)[] {
    if (call.method === 'GET') return [undefined];
    const { canaries, api } = stack;
    const valid = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? {};
    const secret: Record<string, unknown> = {
      ...newSecretUser(),
      displayName: canaries.make('display name'),
      description: canaries.make('description'),
      name: canaries.make('name of a token'),
      reason: canaries.make('reason'),
      code: canaries.make('connect code'),
    };
    const withSecrets = Object.fromEntries(
      Object.entries(valid).map(([field, value]) => [field, secret[field] ?? value]),
    );
    return [
      JSON.stringify(withSecrets),
      JSON.stringify({ ...valid, ...secret, requestUlid: canaries.make('ULID') }),
      `{"code":"${canaries.make('broken body')}`,
    ];
  }

  const personalHeaders = () => ({
    'user-agent': stack.canaries.make('user agent'),
    'x-forwarded-for': '203.0.113.231',
    referer: `https://example.com/${stack.canaries.make('referrer')}`,
  });

  it('contain nothing of requests that no route or parser accepts', async () => {
    const { canaries, healthy } = stack;
    canaries.plant('address of a caller', '203.0.113.231');
    await sendTo(healthy, `/${canaries.make('unknown path')}`);
    await sendTo(healthy, `/workspaces/${canaries.make('odd id')}`);
    await sendTo(healthy, '/whoami', { headers: { authorization: `Bearer ${canaries.make('odd token')}` } });
    await sendTo(healthy, '/whoami', { headers: { authorization: `Basic ${canaries.make('password')}` } });
    await sendTo(healthy, '/whoami', {
      headers: { traceparent: canaries.make('trace'), baggage: `si.workspace.id=${canaries.make('baggage')}` },
    });
    await sendTo(healthy, '/whoami', { headers: { [requestUlidHeader]: canaries.make('request id') } });
    await sendTo(healthy, '/complete-auth-connect', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': canaries.make('type') },
    });
    await expectNoLeaks();
  });

  it('contain nothing of PostgreSQL’s message about a rejected row', async () => {
    const { api, healthy } = stack;
    const user = await makeUser(api, newSecretUser());
    const credentials = await logIn(api, user);
    await api.asOwner(`
      CREATE FUNCTION leak_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION '% is % at %', NEW.nickname, NEW.first_name, NEW.email
          USING DETAIL = NEW.email, HINT = NEW.nickname, ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER leak_row BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION leak_row()`);
    const response = await sendTo(healthy, `/users/${user.id}`, {
      method: 'PATCH',
      credentials,
      body: JSON.stringify({ nickname: stack.canaries.make('nickname') }),
    });
    await api.asOwner('DROP TRIGGER leak_row ON users; DROP FUNCTION leak_row');
    expect(response.status).toBe(500);
    const failed = await pollUntil(
      () => Promise.resolve(linesWith('"request failed"').filter((line) => line.includes('23514'))),
      (lines) => lines.length > 0,
    );
    expect(failed).toHaveLength(1);
    await expectNoLeaks();
  });

  it('contain nothing of a mail server’s message about a recipient', async () => {
    const { canaries, api, healthy } = stack;
    const owner = await makeUser(api, newSecretUser());
    const workspace = await makeWorkspace(api, owner, { displayName: canaries.make('display name') });
    await sendTo(healthy, `/workspace/${workspace.id}/members`, {
      method: 'POST',
      credentials: await logIn(api, owner),
      body: JSON.stringify({ email: `${canaries.make('email of an invitee')}@example.com` }),
    });
    const rejections = () => linesWith('"job failed"').filter((line) => line.includes('"si.smtp.reply_code":550'));
    const countRejections = () => Promise.resolve(rejections().length);
    expect(await pollUntil(countRejections, (count) => count > 0)).toBeGreaterThan(0);
    await expectNoLeaks();
  });

  it('contain nothing of an identity provider’s error responses', async () => {
    const { api, failing } = stack;
    const user = await makeUser(api, newSecretUser());
    const credentials = await logIn(api, user);
    for (const path of ['refresh-auth0-profile', 'resend-email-verification']) {
      expect((await sendTo(failing, `/users/${user.id}/${path}`, { method: 'POST', credentials })).status).toBe(409);
    }
    const loginStart = await sendTo(failing, '/auth/login');
    const state = new URL(loginStart.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = loginStart.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    plantCredentials({ cookie });
    const callback = `/auth/login-callback?code=${stack.canaries.make('login code')}&state=${stack.canaries.plant('login state', state)}`;
    expect((await sendTo(failing, callback, { headers: { cookie } })).status).toBe(503);
    await pollUntil(
      () => Promise.resolve(linesWith('"request failed"').length),
      (count) => count > 0,
    );
    await expectNoLeaks();
  });

  it('contain no keys, passwords or settings when the API fails to start or crashes', async () => {
    const { canaries, api } = stack;
    const { SIGNING_KEYS_DIR } = api.services.settings;
    for (const name of await readdir(SIGNING_KEYS_DIR)) {
      const text = await readFile(join(SIGNING_KEYS_DIR, name), 'utf8');
      canaries.plant(name, name.endsWith('.json') ? (JSON.parse(text) as { d: string }).d : text);
    }
    const thrown = `Object.assign(new Error('${canaries.make('message')}'), { email: '${canaries.make('field')}' })`;
    const crashing = await startReplica(api, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { throw ${thrown}; })`)}`,
    });
    process.kill(crashing.pid, 'SIGUSR2');
    expect((await crashing.exited).code).toBe(1);
    expect(crashing.lines).toContainEqual(expect.stringContaining('"uncaught exception"'));
    const unready = await outputWithoutDatabase(api, canaries.make('password of the database'));
    const failures = await Promise.all([
      startupOutput(api, {
        DATABASE_URL: `postgres://portal:${canaries.make('password of the database')}@127.0.0.1:99999/portal`,
      }),
      startupOutput(api, { SMTP_URL: `http://portal:${canaries.make('password of the mail server')}@example.com` }),
      startupOutput(api, { AUTH0_URL: `ftp://${canaries.make('address')}` }),
    ]);
    expect(failures.filter((failure) => !failure.includes('did not start'))).toEqual([]);
    expect(canaries.findIn([...failures, unready, ...crashing.lines].join('\n'))).toEqual([]);
    await expectNoLeaks();
  }, 120_000);

  it('name the file of an unreadable key, and contain nothing of the key', async () => {
    const { canaries, api } = stack;
    const folder = await mkdtemp(join(api.services.settings.SIGNING_KEYS_DIR, 'broken-'));
    await writeFile(join(folder, `api-${ulid()}.json`), `{"kty":"EC","d":"${canaries.make('private key')}`);
    const failure = await startupOutput(stack.api, { SIGNING_KEYS_DIR: folder });
    await rm(folder, { recursive: true });
    expect(failure).toContain('is not an ES256 private key');
    expect(canaries.findIn(failure)).toEqual([]);
  });

  it('contain no key of personal values', async () => {
    const [keys, output] = [await stack.api.db.personalKey.findMany(), await readOutput({ onlyNew: false })];
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ key }) => encodingsOfKey(key).some((text) => output.includes(text)))).toEqual([]);
  });
});

describe('the search for canaries', () => {
  it('finds each canary in every encoding', async () => {
    const { canaries } = stack;
    const value = `${canaries.make('control')}+x@example.com`;
    canaries.plant('control, whole', value);
    const texts = [value, value.toUpperCase(), encodeURIComponent(value), Buffer.from(value).toString('hex')];
    for (const start of ['', 'a', 'ab']) texts.push(Buffer.from(`${start}${value}yz`).toString('base64'));
    for (const text of texts) expect(canaries.findIn(`... ${text} ...`)).toContain('control, whole');
    expect(canaries.findIn('nothing')).toEqual([]);
    const found = canaries.plant('logged route', '/auth/logout-callback');
    await sendTo(stack.healthy, found);
    await pollUntil(() => Promise.resolve(stack.collector.bodies.some(({ body }) => body.includes(found))), Boolean);
    // Searches all output again, because a value can be logged before the test plants it.
    expect(canaries.findIn(await readOutput({ onlyNew: false }))).toEqual(['logged route']);
  });

  it('had enough canaries and enough output to search', () => {
    expect(stack.canaries.count).toBeGreaterThan(1_000);
    expect(linesWith('"body":"request"').length).toBeGreaterThan(300);
    expect(stack.collector.spans().length).toBeGreaterThan(500);
  });
});
