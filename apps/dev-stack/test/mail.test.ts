import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { startMail } from '../src/mail/mail.ts';
import { pollUntil } from './poll-until.ts';

let dataDir: string;
let mail: Awaited<ReturnType<typeof startMail>>;

const start = () => startMail({ port: 0, smtpPort: 0, dataDir, log: () => undefined });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
  mail = await start();
});
afterEach(async () => {
  await mail.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const send = (to: string, subject: string, more: object = {}) =>
  createTransport({ url: mail.smtpUrl }).sendMail({
    from: 'Portal <portal@example.com>',
    to,
    subject,
    text: 'See https://example.com/a?b=1&c=2 for more',
    html: '<p>See <a href="https://example.com/">this</a></p><script>alert(1)</script>',
    ...more,
  });

const read = async (query = '') =>
  (await (await fetch(`${mail.url}/api/messages${query}`)).json()) as Record<string, unknown>[];

const change = (mode: object) =>
  fetch(`${mail.url}/_test/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(mode),
  });

test('lists emails newest first, by any recipient in any case', async () => {
  await send('Ann@example.com', 'First');
  await send('bob@example.com', 'Überraschung 李', { cc: 'ann@example.com' });
  await send('bob@example.com', 'Third');
  expect((await read()).map(({ subject }) => subject)).toEqual(['Third', 'Überraschung 李', 'First']);
  expect((await read('?to=ANN@example.com')).map(({ subject }) => subject)).toEqual(['Überraschung 李', 'First']);
  const [, { id, at, text, html, messageId, ...rest } = {}] = await read('?to=ann@example.com');
  expect(rest).toEqual({ to: ['Ann@example.com'], from: 'Portal <portal@example.com>', subject: 'First' });
  expect(id).toMatch(/^[0-9A-Z]{26}$/);
  expect(messageId).toMatch(/^<.+@example\.com>$/);
  expect(at).toMatch(/^\d{4}-.*Z$/);
  expect(text).toContain('https://example.com/a?b=1&c=2');
  expect(html).toContain('<p>See');
});

test('stores emails across a restart, and can delete them', async () => {
  await send('ann@example.com', 'Kept');
  await mail.stop();
  mail = await start();
  expect(await read()).toHaveLength(1);
  expect((await fetch(`${mail.url}/api/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await read()).toEqual([]);
});

test('an inbox of one address reloads only for an email that it lists', async () => {
  const newest = async (query: string) => (await fetch(`${mail.url}/newest${query}`)).text();
  await send('ann@example.com', 'First');
  const [{ id } = {}] = await read();
  expect(await (await fetch(`${mail.url}/?to=ann`)).text()).toContain(`data-newest="${String(id)}"`);
  await send('bob@example.com', 'Second');
  expect(await newest('?to=ann')).toBe(id);
  expect(await newest('')).not.toBe(id);
  expect(await newest('?to=unknown')).toBe('none');
});

test('deletes what the inbox lists: the emails that match the search, or all', async () => {
  const remove = (to: string, headers = {}) =>
    fetch(`${mail.url}/delete`, { method: 'POST', body: new URLSearchParams({ to }), headers, redirect: 'manual' });
  const subjects = async () => (await read()).map(({ subject }) => subject);
  for (const subject of ['First', 'Second']) await send('ann+new@example.com', subject);
  await send('bob@example.com', 'Third');
  await send('carl@example.com', 'Fourth');
  expect(await (await fetch(`${mail.url}/?to=ann%2Bnew`)).text()).toContain('Delete listed (2)');
  expect((await remove('ann+new', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await remove('ann+new')).headers.get('location')).toBe('/?to=ann%2Bnew');
  expect(await (await fetch(`${mail.url}/?to=ann%2Bnew`)).text()).not.toContain('Delete');
  expect(await subjects()).toEqual(['Fourth', 'Third']);
  await fetch(`${mail.url}/api/messages?to=carl@example.com`, { method: 'DELETE' });
  expect(await subjects()).toEqual(['Third']);
  expect(await (await fetch(mail.url)).text()).toContain('Delete all');
  expect((await remove('')).headers.get('location')).toBe('/');
  expect(await subjects()).toEqual([]);
});

test('a deletion that does not say what to delete is rejected, and deletes nothing', async () => {
  await send('ann@example.com', 'First');
  const remove = (body?: URLSearchParams) => fetch(`${mail.url}/delete`, { method: 'POST', ...(body && { body }) });
  for (const fields of ['', 'address=ann', 'to=ann&to=bob'])
    expect((await remove(new URLSearchParams(fields))).status).toBe(400);
  expect((await remove()).status).toBe(400);
  expect((await fetch(`${mail.url}/api/messages?to=ann&to=bob`, { method: 'DELETE' })).status).toBe(400);
  expect(await read()).toHaveLength(1);
});

test('shows the inbox and an email, whose HTML cannot run scripts', async () => {
  await send('ann@example.com', 'A <b>bold</b> subject');
  const [{ id } = {}] = await read();
  const inbox = await (await fetch(`${mail.url}/?to=ann`)).text();
  expect(inbox).toContain('A &lt;b&gt;bold&lt;/b&gt; subject');
  const text = await (await fetch(`${mail.url}/messages/${String(id)}?view=text`)).text();
  expect(text).toContain('href="https://example.com/a?b=1&amp;c=2"');
  const markup = await fetch(`${mail.url}/messages/${String(id)}/html`);
  expect(markup.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.*; sandbox allow-same-origin allow-popups/,
  );
  expect(markup.headers.get('content-security-policy')).not.toContain('allow-scripts');
  expect(await (await fetch(`${mail.url}/?to=nobody`)).text()).toContain('No emails from or to');
});

test('shows an attached image where the HTML of its email refers to it', async () => {
  await send('ann@example.com', 'With an image', {
    html: '<img src="cid:mark" alt="">',
    attachments: [{ cid: 'mark', filename: 'mark.png', content: Buffer.from('an image') }],
  });
  const [{ html } = {}] = await read();
  expect(html).toContain(`<img src="data:image/png;base64,${Buffer.from('an image').toString('base64')}" alt="">`);
});

test('shows dates in the style of the product', async () => {
  await send('ann@example.com', 'Today');
  const inbox = await (await fetch(mail.url)).text();
  expect(inbox).toMatch(/>\s*[A-Z][a-z]+ \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M UTC\s*</);
  expect(inbox).not.toMatch(/>[^<]*\d{4}-\d\d-\d\d[^<]*</);
});

test('shows an email in the theme of the reader, on the background of the inbox', async () => {
  await send('ann@example.com', 'A subject');
  const css = await (await fetch(`${mail.url}/emulator.css`)).text();
  const frame = /\.panel iframe \{([^}]*)\}/.exec(css)?.[1];
  expect(frame).toContain('border:');
  expect(frame).not.toMatch(/background|color-scheme/);
});

test('has the mark and the fonts of the portal', async () => {
  const inbox = await (await fetch(mail.url)).text();
  expect(inbox).toContain('<svg class="mark"');
  const portalMark = await readFile(new URL('../../portal/public/mark.svg', import.meta.url), 'utf8');
  const mark = await (await fetch(`${mail.url}/emulator/mark.svg`)).text();
  expect(mark.replace(/\s/g, '')).toBe(portalMark.replace(/\s/g, ''));
  for (const name of ['inter', 'jetbrains-mono']) {
    const font = await fetch(`${mail.url}/emulator/${name}.woff2`);
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  }
});

test.each([450, 550])('can reject recipients with %i', async (code) => {
  await change({ mode: 'reject', code });
  await expect(send('ann@example.com', 'Refused')).rejects.toMatchObject({ responseCode: code });
  await change({ mode: 'accept' });
  await send('ann@example.com', 'Accepted');
  expect(await read()).toHaveLength(1);
});

test('can hang, and continues afterwards', async () => {
  expect((await change({ mode: 'something' })).status).toBe(400);
  await change({ mode: 'hang' });
  let isSent = false;
  const sending = send('ann@example.com', 'Slow').then(() => {
    isSent = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isSent).toBe(false);
  await change({ mode: 'accept' });
  await sending;
  expect(await pollUntil(async () => (await read())[0])).toMatchObject({ subject: 'Slow' });
});
