import { ProblemBody } from '@portal/contract';
import { SignJWT } from 'jose';
import { hashAddress } from '../src/invitation-emails/suppression.ts';
import { openSigningKeys } from '../src/keys/signing-keys.ts';
import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { until } from './support/until.ts';
import { untilByJobs } from './support/until-by-jobs.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWork;
let behindOwnLimits: TestApi;

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  behindOwnLimits = await startApi({ RATE_LIMIT_SCALE: '1', DATABASE_URL: api.services.settings.DATABASE_URL });
  jobs = startJobs(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await behindOwnLimits.close();
  await api.close();
  await mail.close();
});

async function anOwner(names: { nickname?: string; displayName?: string } = {}, by = api) {
  const { nickname = 'Ada', displayName = 'Production' } = names;
  const owner = await makeUser(by, { nickname });
  const workspace = await makeWorkspace(by, owner, { displayName });
  const proof = await logIn(by, owner);
  const path = `/workspace/${workspace.id}/members`;
  return {
    owner,
    workspace,
    invite: (email: string) => by.send('POST', path, proof).send({ email }),
    remove: (email: string) => by.send('DELETE', path, proof).send({ email }),
  };
}

/** The mails to an address once no job waits. */
async function mailsTo(email: string) {
  const waiting = async () => {
    const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
    return rows.length;
  };
  await untilByJobs(api, waiting, (left) => left === 0);
  return mail.messagesTo(email);
}

/** Invites an address and answers the path of the link that stops such mails. */
async function stopLinkOf(email: string): Promise<string> {
  expect((await (await anOwner()).invite(email)).status).toBe(200);
  const [message] = await until(
    () => mail.messagesTo(email),
    (messages) => messages.length > 0,
  );
  const link = new URL(/http\S+\/invitation-emails\/stop\?\S+/.exec(message?.text ?? '')?.[0] ?? '');
  return link.pathname + link.search;
}

const isStopped = async (email: string) =>
  (await api.db.suppressedAddress.count({ where: { addressHash: hashAddress(email) } })) === 1;

describe('names in the mail of an invitation', () => {
  it('lead nowhere and are short, whatever they say, in the subject and in both forms', async () => {
    const { invite } = await anOwner({
      nickname: 'Refund at www.evil.com/pay or https://evil.com or ceo@evil.com now',
      displayName: `evil.com ${'x'.repeat(300)}`,
    });
    await invite('target@example.com');
    const [message] = await mailsTo('target@example.com');
    expect(message?.subject).toBe(
      `Refund at www evil com pay or https evil com or ceo evil co… invited you to evil com ${'x'.repeat(50)}…`,
    );
    for (const form of [message?.subject, message?.text, message?.html]) {
      expect(form).not.toMatch(/evil\.|www\.|@evil|x{51}/);
      expect(form).toContain('evil com');
    }
    const links = [...(message?.html.matchAll(/href="([^"]*)"/g) ?? [])].map(([, href = '']) => new URL(href).origin);
    expect(new Set(links)).toEqual(new Set(['http://localhost:9000', 'http://localhost:9001']));
  });
});

describe('invitations of one address', () => {
  it('are three a day, whoever sends them, by all replicas', async () => {
    const email = 'popular@example.com';
    for (let at = 0; at < 3; at++) {
      expect((await (await anOwner({}, behindOwnLimits)).invite(at === 1 ? email.toUpperCase() : email)).status).toBe(
        200,
      );
    }
    const { workspace, invite } = await anOwner({}, behindOwnLimits);
    const refused = await invite(email);
    const { type, message } = ProblemBody.parse(refused.body).error;
    expect([refused.status, type]).toEqual([429, 'TooManyRequests']);
    expect(message).toMatch(/^This address has been invited too often today\. Try again in \d+ minutes\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(await api.db.membership.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect((await invite('another@example.com')).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('count again and again in one workspace, and not where they are refused', async () => {
    const { invite, remove, owner } = await anOwner({}, behindOwnLimits);
    for (let at = 0; at < 5; at++) expect((await invite(owner.email)).status).toBe(409);
    const statuses = [];
    for (let at = 0; at < 4; at++) {
      statuses.push((await invite('again@example.com')).status);
      await remove('again@example.com');
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('are counted under no address in clear', async () => {
    await (await anOwner({}, behindOwnLimits)).invite('private@example.com');
    const keys = await api.db.rateLimit.findMany({ where: { key: { startsWith: 'invitation-emails:' } } });
    expect(keys.length).toBeGreaterThan(0);
    expect(JSON.stringify(keys.map(({ key }) => key))).not.toContain('@');
  });
});

describe('the link that stops invitation emails', () => {
  it('is in both forms of the mail and in the headers for one click', async () => {
    const email = 'headers@example.com';
    const address = `http://localhost:9001${await stopLinkOf(email)}`;
    const [message] = await mailsTo(email);
    expect(message?.unsubscribe).toEqual({ list: `<${address}>`, post: 'List-Unsubscribe=One-Click' });
    expect(message?.html).toContain(`<a href="${address}">Stop invitation emails to this address</a>`);
    expect(address).not.toContain('headers');
    expect(JSON.stringify(JSON.parse(payloadOf(address)))).not.toContain('@');
  });

  it('changes nothing when it is only opened, as by a scanner of mails', async () => {
    const email = 'scanned@example.com';
    const link = await stopLinkOf(email);
    const page = await api.send('GET', link);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('Stop invitation emails?');
    expect(page.text).toContain(`<form method="post" action="http://localhost:9001${link}">`);
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect((await api.send('HEAD', link)).status).toBe(200);
    expect(await isStopped(email)).toBe(false);
  });

  it('stops them by the button of its page, for every sender, and no inviter notices', async () => {
    const email = 'enough@example.com';
    const link = await stopLinkOf(email);
    const form = await api.send('POST', link).type('form').send('');
    expect(form.text).toContain('Invitation emails are stopped');
    expect((await api.send('GET', link)).text).toContain('Invitation emails are stopped');
    const [before, other] = [await mailsTo(email), await anOwner()];
    const answer = await other.invite(email.toUpperCase());
    const usual = await (await anOwner()).invite('usual@example.com');
    const rowsOf = (body: unknown) => (body as { email: string; pending: boolean }[]).map(({ pending }) => pending);
    expect([answer.status, rowsOf(answer.body)]).toEqual([usual.status, rowsOf(usual.body)]);
    expect(await mailsTo('usual@example.com')).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(before.length);
  });

  it('stops them by one click of a mail program, more than once, and takes no other body', async () => {
    const email = 'one-click@example.com';
    const link = await stopLinkOf(email);
    for (let at = 0; at < 2; at++) {
      const click = await api.send('POST', link).type('form').send('List-Unsubscribe=One-Click');
      expect(click.status).toBe(200);
    }
    const multipart = await api.send('POST', link).field('List-Unsubscribe', 'One-Click');
    expect(multipart.status).toBe(200);
    expect(await isStopped(email)).toBe(true);
  });

  it('has a way back', async () => {
    const email = 'changed-mind@example.com';
    const link = await stopLinkOf(email);
    const { text } = await api.send('POST', link);
    const back = new URL(/action="([^"]*)"/.exec(text)?.[1] ?? '');
    expect(back.pathname).toBe('/invitation-emails/resume');
    expect((await api.send('POST', back.pathname + back.search)).text).toContain('Invitation emails are on');
    expect(await isStopped(email)).toBe(false);
    await (await anOwner()).invite(email);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('says nothing and does nothing where it is not ours', async () => {
    const email = 'victim@example.com';
    const link = await stopLinkOf(email);
    const owner = await makeUser(api);
    const { proof } = await makeApiToken(api, await makeWorkspace(api, owner), owner);
    const key = await ourKey();
    const forged = (typ: string, audience: string, lifetime = '1h') =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ })
        .setIssuer('http://localhost:9001')
        .setAudience(audience)
        .setSubject(hashAddress(email))
        .setExpirationTime(lifetime)
        .sign(key.privateKey);
    const tokens = [
      '',
      'x',
      `${link.split('=')[1]?.slice(0, -2)}xx`,
      proof.token ?? '',
      await forged('api+jwt', 'invitation-emails'),
      await forged('email-link+jwt', 'auth-api'),
      await forged('email-link+jwt', 'invitation-emails', '-1h'),
    ];
    for (const token of tokens) {
      for (const [method, path] of [
        ['GET', 'stop'],
        ['POST', 'stop'],
        ['POST', 'resume'],
      ] as const) {
        const answer = await api.send(method, `/invitation-emails/${path}?token=${token}`);
        expect([answer.status, answer.type]).toEqual([400, 'text/html']);
        expect(answer.text).toContain('This link is incomplete or has expired.');
      }
    }
    expect(await isStopped(email)).toBe(false);
    expect((await api.send('GET', '/whoami', { token: link.split('=')[1] ?? '' })).status).toBe(401);
  });
});

const payloadOf = (address: string) =>
  Buffer.from(new URL(address).searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString();

async function ourKey() {
  const { services } = api;
  const keys = await openSigningKeys(services.settings.SIGNING_KEYS_DIR, services.log, { mayMakeFirst: false });
  keys.close();
  return keys.current;
}
