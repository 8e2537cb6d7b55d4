import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPClient, SMTPErrorStates, type SMTPError, type SMTPConnectionOptions } from 'emailjs';
import { startMail } from '../src/mail/mail.ts';

// Another client than the one of the API, so that the emulator does not only speak what nodemailer expects.
let dataDir: string;
let mail: Awaited<ReturnType<typeof startMail>>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  mail = await startMail({ port: 0, smtpPort: 0, dataDir, log: () => undefined });
});
afterEach(async () => {
  await mail.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(options: Partial<SMTPConnectionOptions> = {}, to = 'ann@example.com') {
  const { hostname: host, port } = new URL(mail.smtpUrl);
  const client = new SMTPClient({
    host,
    port: Number(port),
    domain: 'client.example.com',
    timeout: 10_000,
    ...options,
  });
  try {
    await client.sendAsync({ from: 'portal@example.com', to, subject: 'Hello', text: 'Hello' });
  } finally {
    client.smtp.close(true);
  }
}

const received = async () => (await (await fetch(`${mail.url}/api/messages`)).json()) as { to: string[] }[];

const change = (mode: object) =>
  fetch(`${mail.url}/_test/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mode),
  });

const switchTo = (mode: string) =>
  fetch(`${mail.url}/mode`, { method: 'POST', body: new URLSearchParams({ mode }), redirect: 'manual' });

test('an email of emailjs is received', async () => {
  await send();
  expect(await received()).toMatchObject([{ to: ['ann@example.com'], subject: 'Hello' }]);
});

test.each([450, 451, 452, 504, 550])('a client learns that a recipient is rejected with %i', async (code) => {
  await change({ mode: 'reject', code });
  const error = await send().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: SMTPErrorStates.BADRESPONSE });
  expect(String((error as SMTPError).smtp)).toContain(String(code));
  expect(await received()).toEqual([]);
});

test('one of two recipients can be rejected', async () => {
  await change({ mode: 'reject other recipients' });
  await expect(send({}, 'ann@example.com, bob@example.com')).rejects.toMatchObject({
    code: SMTPErrorStates.BADRESPONSE,
  });
  await send({}, 'ann@example.com');
  expect(await received()).toHaveLength(1);
});

// Source: Postfix, reject_invalid_helo_hostname and reject_non_fqdn_helo_hostname; RFC 5321 section 4.1.1.1.
test.each([
  ['client.example.com', true],
  ['[192.0.2.1]', true],
  ['[IPv6:2001:db8::1]', true],
  ['localhost', false],
  ['[127.0.0.1]', false],
  ['bad_name.example.com', false],
])('with strict rules, a client that says EHLO %s is accepted: %s', async (domain, isAccepted) => {
  await change({ mode: 'require a valid EHLO' });
  const outcome = send({ domain });
  if (isAccepted) await outcome;
  else await expect(outcome).rejects.toMatchObject({ code: SMTPErrorStates.BADRESPONSE });
  expect(await received()).toHaveLength(isAccepted ? 1 : 0);
});

test.each(['greet late', 'answer late'])('a patient client can send an email to a server that can %s', async (mode) => {
  await change({ mode, delayMs: 1_000 });
  const startedAt = Date.now();
  await send();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  expect(await received()).toHaveLength(1);
});

test('an email is received although the client gives up before the late answer', async () => {
  await change({ mode: 'answer late', delayMs: 2_000 });
  await expect(send({ timeout: 500 })).rejects.toMatchObject({ code: SMTPErrorStates.TIMEDOUT });
  expect(await received()).toHaveLength(1);
});

test('the page switches what the server does, and shows it', async () => {
  expect((await switchTo('Rejects recipients: no such mailbox (550)')).status).toBe(303);
  expect(await (await fetch(`${mail.url}/_test/faults`)).json()).toEqual({ mode: 'reject', code: 550 });
  expect(await (await fetch(mail.url)).text()).toMatch(/ selected>Rejects recipients: no such mailbox/);
  await expect(send()).rejects.toThrow();
  expect((await switchTo('Something else')).status).toBe(400);
  await switchTo('Accepts every email');
  await send();
  expect(await received()).toHaveLength(1);
});
