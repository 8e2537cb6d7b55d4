import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMember, createWorkspace } from './support/accounts.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';

// `portal`, the client for the command line, on the machine of the browser and on another one.

const program = fileURLToPath(new URL('../../cli/dist/main.js', import.meta.url));

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-cli-'));
  // The browser of this machine: a program that stores the URL instead of opening it.
  const opener = join(folder, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf %s "$1" > '${join(folder, 'url')}'\n`);
  await chmod(opener, 0o755);
});
test.afterEach(() => rm(folder, { recursive: true }));

interface Command {
  /** What it has printed, on both streams. */
  readonly printed: () => string;
  /** The same once it has ended. */
  readonly output: Promise<string>;
}

/** Runs a command in a profile of its own. */
function startPortal(...args: string[]): Command {
  const path = [folder, process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, XDG_CONFIG_HOME: folder, DISPLAY: ':0', SSH_CONNECTION: undefined };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)));
  return { printed: () => printed, output: once(child, 'close').then(() => printed) };
}

const runPortal = (...args: string[]) => startPortal(...args).output;

async function openedUrl(): Promise<string> {
  let url = '';
  await expect(async () => {
    url = await readFile(join(folder, 'url'), 'utf8');
    expect(url).toContain('code_challenge');
  }).toPass({ timeout: 10_000 });
  return url;
}

test('a user lets the terminal of this machine act as them, uses it, and ends it on the page of sessions', async ({
  context,
  page,
}) => {
  const { email } = await createMember(context);
  await createWorkspace(context);
  const login = startPortal('login', '--url', urls.authApi, '--write');

  await test.step('the browser asks what the terminal may do, and gives it the login', async () => {
    await page.goto(await openedUrl());
    await expect(page.getByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(hostname());
    await expect(page.getByRole('checkbox', { name: /members:write/ })).not.toBeChecked();
    await expectAccessible(page, 'terminal login');
    await page.getByRole('checkbox', { name: /members:write/ }).check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('You can close this page and return to the terminal.')).toBeVisible();
    expect(await login.output).toContain(email);
  });

  await test.step('the terminal reads and changes what the user chose', async () => {
    expect(await runPortal('workspaces')).toContain('Staging');
    await runPortal('members', 'invite', 'grace@example.com', '--workspace', 'Staging');
    expect(await runPortal('members', '--workspace', 'Staging')).toContain('grace@example.com');
  });

  await test.step('after the end of its session, the terminal is logged out', async () => {
    await page.goto(`${urls.portal}/security`);
    const terminal = page.getByRole('listitem').filter({ hasText: 'Portal CLI' });
    await clickAndConfirm(terminal.getByRole('button'));
    await expect(terminal).toHaveCount(0);
    expect(await runPortal('members', '--workspace', 'Staging')).toContain('Run: portal login');
  });
});

test('a user logs in a machine without a browser by the code that it shows', async ({ context, page }) => {
  const { email } = await createMember(context);
  const login = startPortal('login', '--url', urls.authApi, '--device');
  await expect(() => expect(login.printed()).toContain('type this code')).toPass({ timeout: 10_000 });
  const code = /(?:[A-Z] ){4}-(?: [A-Z]){4}/.exec(login.printed())?.[0] ?? '';
  await page.goto(`${urls.portal}/device`);
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('go back to your terminal')).toBeVisible();
  expect(await login.output).toContain(email);
});
