import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from '../src/auth0/outbox.ts';
import { startMail } from '../src/mail/mail.ts';
import { verificationLinks } from './login-stack.ts';
import { pollUntil } from './poll-until.ts';

const noLog = () => undefined;
const email = { to: 'later@example.com', subject: 'Verify', text: 'http://localhost/verify', html: '<p>Verify</p>' };

let folder: string;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
  await rm(folder, { recursive: true });
});

function open(smtpUrl: string): Outbox {
  const outbox = new Outbox(folder, { smtpUrl, mailFrom: 'accounts@example.com', log: noLog });
  cleanups.unshift(() => outbox.close());
  return outbox;
}

/** An SMTP server without a greeting. */
async function slowServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection') as Promise<[Socket]>;
  cleanups.unshift(async () => {
    (await connection)[0].destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connection };
}

test('an email in flight when the outbox closes is sent once, by the next outbox', async () => {
  const slow = await slowServer();
  const first = open(slow.url);
  first.send(email);
  const [socket] = await slow.connection;
  const received = new Promise<string>((resolve) => {
    socket.on('data', (data) => {
      resolve(String(data));
    });
    for (const event of ['error', 'close'])
      socket.on(event, () => {
        resolve('closed');
      });
  });
  await first.close();
  socket.write('220 ready\r\n');
  expect(await received).toBe('closed');

  const mail = await startMail({ port: 0, smtpPort: 0, dataDir: folder, log: noLog });
  cleanups.push(() => mail.stop());
  const next = open(mail.smtpUrl);
  await pollUntil(async () => ((await verificationLinks(mail.url, email.to)).length > 0 ? true : undefined));
  await next.close();
  expect(await verificationLinks(mail.url, email.to)).toHaveLength(1);
});

test('an outbox that was empty at first sends later emails', async () => {
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir: join(folder, 'idle'), log: noLog });
  cleanups.push(() => mail.stop());
  const outbox = open(mail.smtpUrl);
  await new Promise((resolve) => setTimeout(resolve, 20));
  outbox.send(email);
  await pollUntil(async () => ((await verificationLinks(mail.url, email.to)).length > 0 ? true : undefined));
  expect(await verificationLinks(mail.url, email.to)).toHaveLength(1);
});
