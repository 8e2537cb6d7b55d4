import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
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

/** Runs a command in a profile of its own. */
function startPortal(...args: string[]): ChildProcess {
  const path = [folder, process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, XDG_CONFIG_HOME: folder, DISPLAY: ':0', SSH_CONNECTION: undefined };
  return spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const outputOf = ({ stdout }: ChildProcess) => (stdout ? text(stdout) : Promise.resolve(''));
const runPortal = (...args: string[]) => outputOf(startPortal(...args));

async function openedUrl(): Promise<string> {
  let url = '';
  await expect(async () => {
    url = await readFile(join(folder, 'url'), 'utf8');
    expect(url).toContain('code_challenge');
  }).toPass({ timeout: 10_000 });
  return url;
}

test('a user lets the terminal of this machine act as them, uses it, and ends it on the profile page', async ({
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
    const output = outputOf(login);
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('You can close this page and return to the terminal.')).toBeVisible();
    expect(await output).toContain(email);
  });

  await test.step('the terminal reads and changes what the user chose', async () => {
    expect(await runPortal('workspaces')).toContain('Staging');
    await runPortal('members', 'invite', 'grace@example.com', '--workspace', 'Staging');
    expect(await runPortal('members', '--workspace', 'Staging')).toContain('grace@example.com');
  });

  await test.step('after the end of its session, the terminal is logged out', async () => {
    await page.goto(`${urls.portal}/profile`);
    const terminal = page.getByRole('listitem').filter({ hasText: 'Portal CLI' });
    await clickAndConfirm(terminal.getByRole('button'));
    await expect(terminal).toHaveCount(0);
    const command = startPortal('members', '--workspace', 'Staging');
    const error = command.stderr ? await text(command.stderr) : '';
    expect(error).toContain('portal login');
  });
});

test('a user logs in a machine without a browser by the code that it shows', async ({ context, page }) => {
  const { email } = await createMember(context);
  const login = startPortal('login', '--url', urls.authApi, '--device');
  const output = outputOf(login);
  let shown = '';
  login.stderr?.on('data', (part) => (shown += String(part)));
  await expect(() => expect(shown).toContain('type this code')).toPass({ timeout: 10_000 });
  const code = /(?:[A-Z] ){4}-(?: [A-Z]){4}/.exec(shown)?.[0] ?? '';
  await page.goto(`${urls.portal}/device`);
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('go back to your terminal')).toBeVisible();
  expect(await output).toContain(email);
});
