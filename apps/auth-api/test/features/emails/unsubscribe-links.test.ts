import { SignJWT } from 'jose';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { sendMemberInvitationEmail } from '../../../src/features/workspaces/invitations/send-member-invitation-email.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { pollSkippingJobDelays, pollUntil } from '../../support/polling.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;

/** The services with the rate limits of production. */
const limited = () => ({ ...api.services, settings: { ...api.services.settings, RATE_LIMIT_MULTIPLIER: 1 } });

beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(limited());
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

async function makeOwner(names: { nickname?: string; displayName?: string } = {}) {
  const { nickname = 'Ada', displayName = 'Production' } = names;
  const owner = await makeUser(api, { nickname });
  const workspace = await makeWorkspace(api, owner, { displayName });
  const credentials = await logIn(api, owner);
  const path = `/workspace/${workspace.id}/members`;
  return {
    owner,
    workspace,
    invite: (email: string) => api.send('POST', path, credentials).send({ email }),
    remove: (email: string) => api.send('DELETE', path, credentials).send({ email }),
  };
}

/** The emails to an address once no job is pending. */
async function emailsTo(email: string) {
  const waiting = async () => {
    const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
    return rows.length;
  };
  await pollSkippingJobDelays(api, waiting, (left) => left === 0);
  return mail.messagesTo(email);
}

/** Invites an address and returns the path of the stop link in the email. */
async function stopLinkFor(email: string): Promise<string> {
  expect((await (await makeOwner()).invite(email)).status).toBe(200);
  const [message] = await pollUntil(
    () => mail.messagesTo(email),
    (messages) => messages.length > 0,
  );
  const path = new URL(/http\S+\/invitation-emails\/stop\?\S+/.exec(message?.text ?? '')?.[0] ?? '');
  return path.pathname + path.search;
}

const isStopped = async (email: string) =>
  (await api.db.suppressedAddress.count({ where: { addressHash: api.services.hashMailbox(email) } })) === 1;

describe('names in an invitation email', () => {
  it('are quoted, contain no links and are short in both forms, and are not in the subject', async () => {
    const { invite } = await makeOwner({
      nickname: 'Refund at www.evil.com/pay or https://evil.com or ceo@evil.com now',
      displayName: `evil.com ${'x'.repeat(300)}`,
    });
    await invite('target@example.com');
    const [message] = await emailsTo('target@example.com');
    expect(message?.subject).toBe('You are invited to a workspace in System Initiative');
    expect(message?.text).toContain(`“evil. com ${'x'.repeat(49)}…”`);
    for (const form of [message?.text, message?.html]) {
      expect(form).not.toMatch(/evil\.\S|www\.\S|@evil|x{50}/);
      expect(form).toContain('evil. com');
    }
    const links = [...(message?.html.matchAll(/href="([^"]*)"/g) ?? [])].map(([, href = '']) => new URL(href).origin);
    expect(new Set(links)).toEqual(new Set(['http://localhost:9000', 'http://localhost:9001']));
  });
});

describe('invitation emails to one mailbox', () => {
  const storedFor = (mailbox: string) =>
    api.db.invitationEmail.findMany({ where: { mailboxHash: api.services.hashMailbox(mailbox) } });

  it('do not count if the invitation ends before they are sent', async () => {
    const email = 'withdrawn@example.com';
    const senders = [await makeOwner(), await makeOwner(), await makeOwner(), await makeOwner()];
    await mail.setMode('reject');
    for (const sender of senders) expect((await sender.invite(email)).status).toBe(200);
    const failed = async () => {
      const { rows } = await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL');
      return rows.length;
    };
    expect(await pollUntil(failed, (count) => count === 4)).toBe(4);
    expect(await storedFor(email)).toHaveLength(4);
    for (const sender of senders) await sender.remove(email);
    await mail.setMode('accept');
    expect(await emailsTo(email)).toEqual([]);
    expect(await storedFor(email)).toEqual([]);
    await (await makeOwner()).invite(email);
    expect(await emailsTo(email)).toHaveLength(1);
    expect(await storedFor(email)).toHaveLength(1);
  });

  it('are sent and counted once, however often the job is retried', async () => {
    const email = 'retried@example.com';
    const { invite } = await makeOwner();
    await invite(email);
    expect(await emailsTo(email)).toHaveLength(1);
    const [sent] = await storedFor(email);
    const { id: invitationId } = await api.db.invitation.findFirstOrThrow({ where: { email } });
    const payload = { emailId: sent?.id ?? '', invitationId };
    for (let index = 0; index < 2; index++) await sendMemberInvitationEmail(payload, limited());
    expect(await mail.messagesTo(email)).toHaveLength(1);
    expect(await storedFor(email)).toEqual([sent]);
  });

  it('are counted without the address in plain text', async () => {
    await (await makeOwner()).invite('private@example.com');
    expect(await emailsTo('private@example.com')).toHaveLength(1);
    expect(JSON.stringify(await api.db.invitationEmail.findMany())).not.toContain('@');
  });
});

describe('the link that stops invitation emails', () => {
  it('is in both forms of the email and in the headers for one-click unsubscribe', async () => {
    const email = 'headers@example.com';
    const url = `http://localhost:9001${await stopLinkFor(email)}`;
    const [message] = await emailsTo(email);
    expect(message?.unsubscribe).toEqual({ list: `<${url}>`, post: 'List-Unsubscribe=One-Click' });
    expect(message?.html).toContain(`href="${url}"`);
    expect(message?.html).toContain('>Stop invitation emails to this address</a>');
    expect(url).not.toContain('headers');
    expect(JSON.stringify(JSON.parse(payloadOf(url)))).not.toContain('@');
  });

  it('changes nothing when it is only opened, for example by a mail scanner', async () => {
    const email = 'scanned@example.com';
    const path = await stopLinkFor(email);
    const page = await api.send('GET', path);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('Stop invitation emails?');
    expect(page.text).toContain(`<form method="post" action="http://localhost:9001${path}">`);
    expect(page.text).toContain(
      'System Initiative will stop emailing invitations to the address that received this link',
    );
    expect(page.text).not.toContain('scanned');
    expect(page.text).toContain('href="http://localhost:9000/">Back to the portal</a>');
    expect(page.headers['content-security-policy']).toContain('form-action http://localhost:9001;');
    expect((await api.send('HEAD', path)).status).toBe(200);
    expect(await isStopped(email)).toBe(false);
  });

  it('stops them with the button on its page, for every sender, unnoticed by inviters', async () => {
    const email = 'enough@example.com';
    const path = await stopLinkFor(email);
    const form = await api.send('POST', path).type('form').send('');
    expect(form.text).toContain('Invitation emails are stopped');
    expect((await api.send('GET', path)).text).toContain('Invitation emails are stopped');
    const [before, other] = [await emailsTo(email), await makeOwner()];
    const response = await other.invite(email.toUpperCase());
    const usualResponse = await (await makeOwner()).invite('usual@example.com');
    const rowsOf = (body: unknown) => (body as { email: string; pending: boolean }[]).map(({ pending }) => pending);
    expect([response.status, rowsOf(response.body)]).toEqual([usualResponse.status, rowsOf(usualResponse.body)]);
    expect(await emailsTo('usual@example.com')).toHaveLength(1);
    expect(await emailsTo(email)).toHaveLength(before.length);
  });

  it('stops them with a one-click request of a mail client, also repeatedly and as multipart', async () => {
    const email = 'one-click@example.com';
    const path = await stopLinkFor(email);
    for (let index = 0; index < 2; index++) {
      const click = await api.send('POST', path).type('form').send('List-Unsubscribe=One-Click');
      expect(click.status).toBe(200);
    }
    const multipart = await api.send('POST', path).field('List-Unsubscribe', 'One-Click');
    expect(multipart.status).toBe(200);
    expect(await isStopped(email)).toBe(true);
  });

  it('stops them for every tag of the mailbox, in upper or lower case', async () => {
    const path = await stopLinkFor('tagged+first@example.com');
    await api.send('POST', path);
    const taggedAddresses = ['tagged@example.com', 'Tagged+second@example.com'];
    for (const email of [...taggedAddresses, 'tagged2@example.com']) await (await makeOwner()).invite(email);
    expect(await emailsTo('tagged2@example.com')).toHaveLength(1);
    for (const email of taggedAddresses) expect(await emailsTo(email.toLowerCase())).toEqual([]);
  });

  it('stops them only for its own mailbox, if the address starts with a plus sign', async () => {
    await api.send('POST', await stopLinkFor('+first@example.com'));
    await (await makeOwner()).invite('+second@example.com');
    expect(await emailsTo('+second@example.com')).toHaveLength(1);
  });

  it('rejects a body of more than 1 KB', async () => {
    const email = 'large-body@example.com';
    const path = await stopLinkFor(email);
    expect((await api.send('POST', path).type('form').send('x'.repeat(1_025))).status).toBe(413);
    expect(await isStopped(email)).toBe(false);
  });

  it('says on every page what happens, with a quiet button for the opposite', async () => {
    const path = await stopLinkFor('pages@example.com');
    const resume = path.replace('/stop?', '/resume?');
    const contentOf = ({ text }: { readonly text: string }) => ({
      title: /<h1>(.*)<\/h1>/.exec(text)?.[1],
      text: /<p>(.*)<\/p>/.exec(text)?.[1],
      button: /<form method="post" action="http:\/\/localhost:9001(.*)"><button( class="undo")?>(.*)<\/button>/
        .exec(text)
        ?.slice(1),
    });
    const undo = ' class="undo"';
    expect(contentOf(await api.send('GET', path))).toEqual({
      title: 'Stop invitation emails?',
      text: expect.stringContaining('System Initiative will stop emailing invitations to the address') as string,
      button: [path, undefined, 'Stop invitation emails'],
    });
    expect(contentOf(await api.send('POST', path))).toEqual({
      title: 'Invitation emails are stopped',
      text: 'System Initiative no longer emails invitations to the address that received this link. To see an invitation, ask for a copied link, or turn the emails on again.',
      button: [resume, undo, 'Receive invitation emails again'],
    });
    expect(contentOf(await api.send('POST', resume))).toEqual({
      title: 'Invitation emails are on',
      text: expect.stringContaining('System Initiative emails invitations to the address') as string,
      button: [path, undo, 'Stop invitation emails'],
    });
  });

  it('can be undone, for its own mailbox only', async () => {
    const [email, other] = ['changed-mind@example.com', 'resolute@example.com'];
    await api.send('POST', await stopLinkFor(other));
    const path = await stopLinkFor(email);
    const { text } = await api.send('POST', path);
    const back = new URL(/action="([^"]*)"/.exec(text)?.[1] ?? '');
    expect(back.pathname).toBe('/invitation-emails/resume');
    expect((await api.send('POST', back.pathname + back.search)).text).toContain('Invitation emails are on');
    expect(await isStopped(email)).toBe(false);
    expect(await isStopped(other)).toBe(true);
    await (await makeOwner()).invite(email);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  it('does nothing and reveals nothing if its token is not ours', async () => {
    const email = 'victim@example.com';
    const path = await stopLinkFor(email);
    const owner = await makeUser(api);
    const { credentials } = await makeApiToken(api, await makeWorkspace(api, owner), owner);
    const key = api.services.signingKeys.link.current;
    const forged = (typ: string, audience: string, lifetime = '1h') =>
      new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ })
        .setIssuer('http://localhost:9001')
        .setAudience(audience)
        .setSubject(api.services.hashMailbox(email))
        .setExpirationTime(lifetime)
        .sign(key.privateKey);
    const tokens = [
      undefined,
      '',
      'x',
      `${path.split('=')[1]?.slice(0, -2)}xx`,
      credentials.token ?? '',
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
        const query = token === undefined ? '' : `?token=${token}`;
        const response = await api.send(method, `/invitation-emails/${path}${query}`);
        expect([response.status, response.type]).toEqual([400, 'text/html']);
        expect(response.text).toContain('This link is incomplete or has expired.');
        const id = String(response.headers['x-request-id']);
        expect(response.text).toContain(`<code>${id}</code>`);
        expect(response.text).toContain(
          `href="mailto:${api.services.settings.SUPPORT_EMAIL}?subject=Request%20${id}">Contact support</a>`,
        );
      }
    }
    expect(await isStopped(email)).toBe(false);
    expect((await api.send('GET', '/whoami', { token: path.split('=')[1] ?? '' })).status).toBe(401);
  });
});

const payloadOf = (url: string) =>
  Buffer.from(new URL(url).searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString();
