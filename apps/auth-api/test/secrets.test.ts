/** @takes 30 s */
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, requestIdHeader, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { stage, type ActorName, type Stage } from './support/actors.ts';
import { startFailure, startReplica } from './support/api-process.ts';
import type { Proof } from './support/api.ts';
import { Browser } from './support/browser.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { secretDetails, secretPersonOf, withoutClientAddress } from './support/secret-texts.ts';
import { until } from './support/until.ts';
import { validBodies } from './support/valid-bodies.ts';
import { startWatchedStack, type WatchedStack } from './support/watched-stack.ts';
import { writtenWithoutDatabase } from './support/without-database.ts';

let stack: WatchedStack;
beforeAll(async () => {
  stack = await startWatchedStack();
});
afterAll(() => stack.close());

const member = { email: 'member@example.com', password: 'Correct-horse-1' };
const portal = 'http://localhost:9000';

interface Asked {
  readonly method?: string;
  readonly proof?: Proof;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const ask = (process: { url: string }, path: string, { method = 'GET', proof = {}, body, headers }: Asked = {}) =>
  fetch(`${process.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      [requestIdHeader]: ulid(),
      referer: `${portal}/`,
      ...(proof.cookie !== undefined && { cookie: proof.cookie }),
      ...(proof.token !== undefined && { authorization: `Bearer ${proof.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

const secretPerson = () => secretPersonOf(stack.canaries);

function plantProof({ cookie, token }: Proof): void {
  if (cookie !== undefined) stack.canaries.plant('session id', cookie.split('=')[1]);
  if (token !== undefined) stack.canaries.plant('token', token);
}

/** All that was written, or what is new since the last look: by the processes, and in the traces that they sent. */
async function written({ onlyNew }: { onlyNew: boolean }): Promise<string> {
  const { sound, broken, collector } = stack;
  const spansBefore = collector.bodies.length;
  await ask(sound, '/version');
  await until(() => Promise.resolve(collector.bodies.length > spansBefore), Boolean);
  const spans = collector.bodies.map(({ body }) => body);
  const sources = [...[sound.lines, broken.lines].map((lines) => lines.map(withoutClientAddress)), spans];
  const texts = sources.map((source, each) => source.slice(onlyNew ? seen[each] : 0));
  seen = sources.map(({ length }) => length);
  return texts.flat().join('\n');
}

let seen: number[] = [];

const expectSilence = async () => expect(stack.canaries.findIn(await written({ onlyNew: true }))).toEqual([]);

const linesWith = (part: string) => [...stack.sound.lines, ...stack.broken.lines].filter((line) => line.includes(part));

describe('logs and traces at every level', () => {
  it('hold nothing of a login, of what it leads to, and of a logout', async () => {
    const { canaries, api, sound } = stack;
    const base = { url: api.services.settings.AUTH_API_URL };
    canaries.plant('password', member.password);
    canaries.plant('e-mail', member.email);
    const browser = new Browser();
    const form = await browser.follow(`${base.url}/auth/login`, portal);
    const [attempt] = await api.db.loginAttempt.findMany();
    canaries.plant('nonce', attempt?.nonce);
    canaries.plant('code verifier', attempt?.codeVerifier);
    canaries.plant('login cookie', browser.cookie(`portal-login-${new URL(base.url).port}`));
    const callback = await browser.follow(form.url, `${base.url}/auth/login-callback`, member);
    const answer = new URL(callback.url).searchParams;
    canaries.plant('login code', answer.get('code'));
    canaries.plant('login state', answer.get('state'));
    expect((await browser.follow(callback.url, portal)).url).toBe(`${portal}/login-success`);
    canaries.plant('session id', browser.cookie(`portal-session-${new URL(base.url).port}`));
    expect((await browser.open(`${base.url}/whoami`)).status).toBe(200);
    // Once more, and with errors that anybody can make up.
    await browser.open(callback.url);
    await ask(
      sound,
      `/auth/login-callback?error=${canaries.make('made-up error')}&state=${canaries.make('made-up state')}`,
    );
    await browser.follow(`${base.url}/auth/logout`, portal);
    const callbacks = () => Promise.resolve(linesWith('"call":"loginCallback"').length);
    expect(await until(callbacks, (count) => count > 2)).toBeGreaterThan(2);
    await expectSilence();
  });

  it('hold nothing of the handshake with an instance, of tokens and of links in emails', async () => {
    const { canaries, api, sound } = stack;
    const owner = await makeUser(api, secretPerson());
    const workspace = await makeWorkspace(api, owner, {
      displayName: canaries.make('display name'),
      description: canaries.make('description'),
    });
    const proof = await logIn(api, owner);
    plantProof(proof);
    const token = (await (
      await ask(sound, `/workspaces/${workspace.id}/authTokens`, {
        method: 'POST',
        proof,
        body: JSON.stringify({ name: canaries.make('name of a token'), expiration: '48h' }),
      })
    ).json()) as { token: string };
    canaries.plant('API token', token.token);
    canaries.plant('signature of a token', token.token.split('.')[2]);
    expect((await ask(sound, '/whoami', { proof: { token: token.token } })).status).toBe(200);
    const launch = await ask(sound, `/workspaces/${workspace.id}/go?redirect=/${canaries.make('path')}`, { proof });
    const code = canaries.plant('connect code', new URL(launch.headers.get('location') ?? '').searchParams.get('code'));
    const connected = await ask(sound, '/complete-auth-connect', { method: 'POST', body: JSON.stringify({ code }) });
    const { token: instanceToken } = (await connected.json()) as { token: string };
    canaries.plant('instance token', instanceToken);
    expect((await ask(sound, '/auth-reconnect', { proof: { token: instanceToken } })).status).toBe(200);
    await ask(sound, '/complete-auth-connect', { method: 'POST', body: JSON.stringify({ code }) });
    const link = canaries.plant('link of an email', await api.services.emailLinks.sign(canaries.make('address')));
    for (const method of ['GET', 'POST']) await ask(sound, `/invitation-emails/stop?token=${link}`, { method });
    await expectSilence();
  });

  it('hold nothing of billing details, kept, refused, or not saved while Stripe is away', async () => {
    const { api, sound, stripe } = stack;
    const user = await makeUser(api, secretPerson());
    const proof = await logIn(api, user);
    plantProof(proof);
    const path = `/users/${user.id}/billingDetails`;
    const save = async (taxIdentificationNumber: string) => {
      const body = JSON.stringify(secretDetails(stack.canaries, taxIdentificationNumber));
      return (await ask(sound, path, { method: 'PATCH', proof, body })).status;
    };
    const right = stack.canaries.plant('tax id', `DE${randomInt(100_000_000, 1_000_000_000)}`);
    const wrong = stack.canaries.make('tax id that is none');
    // On a busy machine Stripe may be given up once; what is wanted is that it was kept.
    expect(
      await until(
        () => save(right),
        (status) => status === 200,
      ),
    ).toBe(200);
    const kept = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
    expect(kept.taxNumber).toBe(right);
    expect(
      await until(
        () => save(wrong),
        (status) => status === 400,
      ),
    ).toBe(400);
    const checked = async () =>
      (
        await stripe.ask<{ data: { verification: { status: string } }[] }>(
          'GET',
          `/v1/customers/${kept.customerId ?? ''}/tax_ids`,
        )
      ).data.map(({ verification }) => verification.status);
    expect(await until(checked, (states) => !states.includes('pending'))).toHaveLength(1);
    await stripe.faults({ api: { status: 500 } });
    expect(await save(right)).toBe(503);
    await stripe.faults({});
    await expectSilence();
  });

  const askers: readonly ActorName[] = [
    'owner',
    'staff',
    'editor',
    'anonymous',
    'apiToken',
    'revokedToken',
    'quarantined',
  ];

  it.each(askers)(
    'hold nothing of what %s sends with any call, understood or not',
    async (actor) => {
      const { api, sound } = stack;
      for (const [name, call] of Object.entries<Call>(calls)) {
        const on = await stage(api, actor);
        plantProof(on.proof);
        await api.db.user.update({ where: { id: on.subject.id }, data: secretPerson() });
        for (const body of bodiesFor(name, call, on)) {
          const response = await ask(sound, addressOf(call, on), {
            method: call.method,
            proof: on.proof,
            headers: personalHeaders(),
            ...(body !== undefined && { body }),
          });
          expect([name, response.status]).not.toEqual([name, 500]);
        }
      }
      await expectSilence();
    },
    120_000,
  );

  function addressOf(call: Call, on: Stage): string {
    const path = call.path
      .replace(':userId', on.subject.id)
      .replace(':workspaceId', on.workspace.id)
      .replace(':tokenId', on.tokenId)
      .replace(':tosVersionId', 'current');
    const what = stack.canaries.make('query');
    return `${path}?code=${what}&state=${what}&redirect=/${what}&email=${what}@example.com`;
  }

  /** Right, of another shape, and no JSON at all. */
  function bodiesFor(name: string, call: Call, on: Stage): (string | undefined)[] {
    if (call.method === 'GET') return [undefined];
    const { canaries, api } = stack;
    const right = validBodies[name]?.(on, api.services.legal.currentVersionId) ?? {};
    const secret: Record<string, unknown> = {
      ...secretPerson(),
      displayName: canaries.make('display name'),
      description: canaries.make('description'),
      name: canaries.make('name of a token'),
      reason: canaries.make('reason'),
      code: canaries.make('connect code'),
    };
    const own = Object.fromEntries(Object.entries(right).map(([field, value]) => [field, secret[field] ?? value]));
    return [
      JSON.stringify(own),
      JSON.stringify({ ...right, ...secret, requestUlid: canaries.make('ULID') }),
      `{"code":"${canaries.make('broken body')}`,
    ];
  }

  const personalHeaders = () => ({
    'user-agent': stack.canaries.make('user agent'),
    'x-forwarded-for': '203.0.113.231',
    referer: `https://example.com/${stack.canaries.make('referrer')}`,
  });

  it('hold nothing of what no route or reader understands', async () => {
    const { canaries, sound } = stack;
    canaries.plant('address of a caller', '203.0.113.231');
    await ask(sound, `/${canaries.make('unknown path')}`);
    await ask(sound, `/workspaces/${canaries.make('odd id')}`);
    await ask(sound, '/whoami', { headers: { authorization: `Bearer ${canaries.make('odd token')}` } });
    await ask(sound, '/whoami', { headers: { authorization: `Basic ${canaries.make('password')}` } });
    await ask(sound, '/whoami', {
      headers: { traceparent: canaries.make('trace'), baggage: `si.workspace.id=${canaries.make('baggage')}` },
    });
    await ask(sound, '/whoami', { headers: { [requestIdHeader]: canaries.make('request id') } });
    await ask(sound, '/complete-auth-connect', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': canaries.make('type') },
    });
    await expectSilence();
  });

  it('hold nothing of what PostgreSQL says of a row that it refuses', async () => {
    const { api, sound } = stack;
    const user = await makeUser(api, secretPerson());
    const proof = await logIn(api, user);
    await api.asOwner(`
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION '% is % at %', NEW.nickname, NEW.first_name, NEW.email
          USING DETAIL = NEW.email, HINT = NEW.nickname, ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER tell BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION tell()`);
    const response = await ask(sound, `/users/${user.id}`, {
      method: 'PATCH',
      proof,
      body: JSON.stringify({ nickname: stack.canaries.make('nickname') }),
    });
    await api.asOwner('DROP TRIGGER tell ON users; DROP FUNCTION tell');
    expect(response.status).toBe(500);
    const failed = await until(
      () => Promise.resolve(linesWith('"a request failed"').filter((line) => line.includes('23514'))),
      (lines) => lines.length > 0,
    );
    expect(failed).toHaveLength(1);
    await expectSilence();
  });

  it('hold nothing of what a mail server says of a recipient', async () => {
    const { canaries, api, sound } = stack;
    const owner = await makeUser(api, secretPerson());
    const workspace = await makeWorkspace(api, owner, { displayName: canaries.make('display name') });
    await ask(sound, `/workspace/${workspace.id}/members`, {
      method: 'POST',
      proof: await logIn(api, owner),
      body: JSON.stringify({ email: `${canaries.make('e-mail of an invitee')}@example.com` }),
    });
    const refused = () => linesWith('"a job was tried"').filter((line) => line.includes('"answer":550'));
    expect(
      (
        await until(
          () => Promise.resolve(refused()),
          (lines) => lines.length > 0,
        )
      ).length,
    ).toBeGreaterThan(0);
    await expectSilence();
  });

  it('hold nothing of what an identity provider says while it fails', async () => {
    const { api, broken } = stack;
    const user = await makeUser(api, secretPerson());
    const proof = await logIn(api, user);
    for (const path of ['refresh-auth0-profile', 'resend-email-verification']) {
      expect((await ask(broken, `/users/${user.id}/${path}`, { method: 'POST', proof })).status).toBe(503);
    }
    const began = await ask(broken, '/auth/login');
    const state = new URL(began.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = began.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    plantProof({ cookie });
    const callback = `/auth/login-callback?code=${stack.canaries.make('login code')}&state=${stack.canaries.plant('login state', state)}`;
    expect((await ask(broken, callback, { headers: { cookie } })).status).toBe(503);
    await until(
      () => Promise.resolve(linesWith('"a request failed"').length),
      (count) => count > 2,
    );
    await expectSilence();
  });

  it('hold nothing of keys, passwords and settings, however the API fails to start or breaks', async () => {
    const { canaries, api } = stack;
    const { SIGNING_KEYS_DIR } = api.services.settings;
    const [file = ''] = await readdir(SIGNING_KEYS_DIR);
    canaries.plant(
      'private key',
      (JSON.parse(await readFile(join(SIGNING_KEYS_DIR, file), 'utf8')) as { d: string }).d,
    );
    const thrown = `Object.assign(new Error('${canaries.make('message')}'), { email: '${canaries.make('field')}' })`;
    const breaking = await startReplica(api, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { throw ${thrown}; })`)}`,
    });
    process.kill(breaking.pid, 'SIGUSR2');
    expect((await breaking.ended).code).toBe(1);
    expect(breaking.lines).toContainEqual(expect.stringContaining('"the API broke"'));
    const unready = await writtenWithoutDatabase(api, canaries.make('password of the database'));
    const failures = await Promise.all([
      startFailure(api, {
        DATABASE_URL: `postgres://portal:${canaries.make('password of the database')}@127.0.0.1:99999/portal`,
      }),
      startFailure(api, { SMTP_URL: `http://portal:${canaries.make('password of the mail server')}@example.com` }),
      startFailure(api, { AUTH0_URL: `ftp://${canaries.make('address')}` }),
    ]);
    expect(failures.filter((failure) => !failure.includes('did not start'))).toEqual([]);
    expect(canaries.findIn([...failures, unready, ...breaking.lines].join('\n'))).toEqual([]);
    await expectSilence();
  }, 120_000);

  it('name a key that can’t be read by its file, and hold nothing of it', async () => {
    const { canaries, api } = stack;
    const folder = await mkdtemp(join(api.services.settings.SIGNING_KEYS_DIR, 'broken-'));
    await writeFile(join(folder, `${ulid()}.json`), `{"kty":"EC","d":"${canaries.make('private key')}`);
    const failure = await startFailure(stack.api, { SIGNING_KEYS_DIR: folder });
    await rm(folder, { recursive: true });
    expect(failure).toContain('is not an ES256 private key');
    expect(canaries.findIn(failure)).toEqual([]);
  });
});

describe('the search for canaries', () => {
  it('finds each in whatever writing', async () => {
    const { canaries } = stack;
    const value = `${canaries.make('control')}+x@example.com`;
    canaries.plant('control, whole', value);
    for (const text of [
      value,
      value.toUpperCase(),
      encodeURIComponent(value),
      Buffer.from(`ab${value}yz`).toString('base64'),
    ]) {
      expect(canaries.findIn(`... ${text} ...`)).toContain('control, whole');
    }
    expect(canaries.findIn('nothing')).toEqual([]);
    const { sound } = stack;
    const found = canaries.plant('route that is told', '/auth/logout-callback');
    await ask(sound, found);
    await until(() => Promise.resolve(stack.collector.bodies.some(({ body }) => body.includes(found))), Boolean);
    // All of it once more: what was planted late may have been written early.
    expect(canaries.findIn(await written({ onlyNew: false }))).toEqual(['route that is told']);
  });

  it('had much to look for, and much to look through', () => {
    expect(stack.canaries.count).toBeGreaterThan(1_000);
    expect(linesWith('"msg":"request"').length).toBeGreaterThan(300);
    expect(stack.collector.spans().length).toBeGreaterThan(500);
  });
});
