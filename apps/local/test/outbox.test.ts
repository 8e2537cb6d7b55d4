import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from '../src/identity-provider/outbox.ts';
import { startMail } from '../src/mail/mail.ts';
import { verificationLinks } from './stack.ts';
import { until } from './until.ts';

const quiet = () => undefined;
const letter = { to: 'later@example.com', subject: 'Verify', text: 'http://localhost/verify', html: '<p>Verify</p>' };

let folder: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true });
});

function open(smtpUrl: string): Outbox {
  const outbox = new Outbox(folder, { smtpUrl, mailFrom: 'accounts@example.com', log: quiet });
  ends.unshift(() => outbox.close());
  return outbox;
}

/** Greets nobody until it is told to. */
async function slowServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection') as Promise<[Socket]>;
  ends.unshift(async () => {
    (await connection)[0].destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connection };
}

test('a letter in flight when the outbox closes is not sent from there any more, but by the next', async () => {
  const slow = await slowServer();
  const first = open(slow.url);
  first.send(letter);
  const [socket] = await slow.connection;
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (data) => {
      resolve(String(data));
    });
    for (const end of ['error', 'close'])
      socket.on(end, () => {
        resolve('closed');
      });
  });
  await first.close();
  socket.write('220 ready\r\n');
  expect(await answer).toBe('closed');

  const mail = await startMail({ port: 0, smtpPort: 0, dataDir: folder, log: quiet });
  ends.push(() => mail.stop());
  const next = open(mail.smtpUrl);
  await until(async () => ((await verificationLinks(mail.url, letter.to)).length > 0 ? true : undefined));
  await next.close();
  expect(await verificationLinks(mail.url, letter.to)).toHaveLength(1);
});

test('an outbox that had nothing to send at first sends what comes later', async () => {
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir: join(folder, 'idle'), log: quiet });
  ends.push(() => mail.stop());
  const outbox = open(mail.smtpUrl);
  await new Promise((resolve) => setTimeout(resolve, 20));
  outbox.send(letter);
  await until(async () => ((await verificationLinks(mail.url, letter.to)).length > 0 ? true : undefined));
  expect(await verificationLinks(mail.url, letter.to)).toHaveLength(1);
});
