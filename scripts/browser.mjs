import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { run } from './run.mjs';

const installed = [
  // As Playwright's own: it has no window, whose parts take a third of the journeys' time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const missing = 'The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one.';

/** As `getBrowser`, but where there is none, the process ends with a sentence that tells so. */
export async function ensureBrowser(root) {
  try {
    return await getBrowser(root);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Finds a Chromium for the browser tests, or gets one: what is named, what is installed, Playwright's, the system's
 * package. Answers its path, or undefined when Playwright finds its own.
 */
export async function getBrowser(root) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  }
  const found = installed.find((file) => existsSync(file));
  if (found) return found;
  if (existsSync(playwrightsOwn(root))) return undefined;

  process.stdout.write('There is no Chromium here. Asking Playwright for one …\n');
  const cli = path.join(root, 'node_modules', '.bin', 'playwright');
  const { code } = await run(cli, ['install', 'chromium', '--only-shell'], { cwd: root, quiet: true });
  if (code === 0) return undefined;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Playwright could not fetch one. Installing the package of the system …\n');
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const packages = ['chromium-headless-shell', 'fonts-liberation'];
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
    const fetched = installed.find((file) => existsSync(file));
    if (fetched) return fetched;
  }
  throw new Error(missing);
}

/** The version of a browser that was not installed by Playwright, whose own go by its version. */
export async function versionOf(chromium) {
  if (chromium === undefined) return 'pinned by Playwright';
  return (await promisify(execFile)(chromium, ['--version'])).stdout.trim();
}

function playwrightsOwn(root) {
  const fromTests = createRequire(path.join(root, 'apps', 'e2e', 'package.json'));
  return fromTests('@playwright/test').chromium.executablePath();
}
