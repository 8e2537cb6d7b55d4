import { SignJWT } from 'jose';
import { hashMailbox } from '../src/invitation-emails/suppression.ts';
import { openSigningKeys } from '../src/keys/signing-keys.ts';
import { startJobs, type JobWork } from '../src/jobs/jobs.ts';
import { sendInvitation } from '../src/jobs/send-invitation.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { until } from './support/until.ts';
import { untilByJobs } from './support/until-by-jobs.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWork;

/** The services with the limits of production. */
const limited = () => ({ ...api.services, settings: { ...api.services.settings, RATE_LIMIT_SCALE: 1 } });

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobs(limited());
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

async function anOwner(names: { nickname?: string; displayName?: string } = {}) {
  const { nickname = 'Ada', displayName = 'Production' } = names;
  const owner = await makeUser(api, { nickname });
  const workspace = await makeWorkspace(api, owner, { displayName });
  const proof = await logIn(api, owner);
  const path = `/workspace/${workspace.id}/members`;
  return {
    owner,
    workspace,
    invite: (email: string) => api.send('POST', path, proof).send({ email }),
    remove: (email: string) => api.send('DELETE', path, proof).send({ email }),
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
  (await api.db.suppressedAddress.count({ where: { addressHash: hashMailbox(email) } })) === 1;

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

describe('the emails of one mailbox', () => {
  const storedFor = (mailbox: string) =>
    api.db.invitationEmail.findMany({ where: { mailboxHash: hashMailbox(mailbox) } });

  it('are three a day from all senders and to all its addresses; further invitations are stored and answered as always', async () => {
    const addresses = [
      'popular@example.com',
      'Popular+work@example.com',
      'popular+x@example.com',
      'popular+y@example.com',
    ];
    for (const [at, address] of addresses.entries()) {
      const { workspace, invite } = await anOwner();
      const answer = await invite(address);
      expect([answer.status, (answer.body as unknown[]).length]).toEqual([200, 2]);
      expect(await api.db.membership.count({ where: { workspaceId: workspace.id } })).toBe(2);
      expect(await mailsTo(address.toLowerCase())).toHaveLength(at < 3 ? 1 : 0);
    }
    expect((await (await anOwner()).invite('another@example.com')).status).toBe(200);
    expect(await mailsTo('another@example.com')).toHaveLength(1);
  });

  it('do not count when they were not sent, as while the mail server refuses', async () => {
    const email = 'withdrawn@example.com';
    const senders = [await anOwner(), await anOwner(), await anOwner(), await anOwner()];
    await mail.become('refuse');
    for (const sender of senders) expect((await sender.invite(email)).status).toBe(200);
    const failed = async () => {
      const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL');
      return rows.length;
    };
    expect(await until(failed, (count) => count === 4)).toBe(4);
    expect(await storedFor(email)).toEqual([]);
    for (const sender of senders) await sender.remove(email);
    await mail.become('accept');
    expect(await mailsTo(email)).toEqual([]);
    await (await anOwner()).invite(email);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await storedFor(email)).toHaveLength(1);
  });

  it('are sent and counted once, however often their job is retried', async () => {
    const email = 'retried@example.com';
    const { owner, workspace, invite } = await anOwner();
    await invite(email);
    expect(await mailsTo(email)).toHaveLength(1);
    const [sent] = await storedFor(email);
    const invitee = await api.db.user.findFirstOrThrow({ where: { email } });
    const payload = { emailId: sent?.id ?? '', workspaceId: workspace.id, inviteeId: invitee.id, inviterId: owner.id };
    for (let at = 0; at < 2; at++) await sendInvitation(payload, limited());
    expect(await mail.messagesTo(email)).toHaveLength(1);
    expect(await storedFor(email)).toEqual([sent]);
  });

  it('count for a day', async () => {
    const email = 'daily@example.com';
    for (let at = 0; at < 4; at++) await (await anOwner()).invite(email);
    expect(await mailsTo(email)).toHaveLength(3);
    await api.asOwner(`UPDATE invitation_emails SET created_at = now() - interval '25 hours'`);
    await (await anOwner()).invite(email);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it('are counted under no address in clear', async () => {
    await (await anOwner()).invite('private@example.com');
    expect(await mailsTo('private@example.com')).toHaveLength(1);
    expect(JSON.stringify(await api.db.invitationEmail.findMany())).not.toContain('@');
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
    expect(page.text).toContain('System Initiative will no longer email the mailbox that received this link');
    expect(page.text).not.toContain('scanned');
    expect(page.text).toContain('href="http://localhost:9000/">Back to the portal</a>');
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

  it('stops them for every tag of the mailbox, in any case', async () => {
    const link = await stopLinkOf('tagged+first@example.com');
    await api.send('POST', link);
    const others = ['tagged@example.com', 'Tagged+second@example.com'];
    for (const email of [...others, 'tagged2@example.com']) await (await anOwner()).invite(email);
    expect(await mailsTo('tagged2@example.com')).toHaveLength(1);
    for (const email of others) expect(await mailsTo(email.toLowerCase())).toEqual([]);
  });

  it('takes no body of more than 1 KB', async () => {
    const email = 'large-body@example.com';
    const link = await stopLinkOf(email);
    expect((await api.send('POST', link).type('form').send('x'.repeat(1_025))).status).toBe(413);
    expect(await isStopped(email)).toBe(false);
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
        .setSubject(hashMailbox(email))
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
