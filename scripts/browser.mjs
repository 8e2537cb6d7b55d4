import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { run } from './run.mjs';

const systemPaths = [
  // Like Playwright's default, a headless build, with which the tests take a third less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const missingMessage = 'The browser tests need Chromium. Install it, or set CHROMIUM_PATH to its path.';

/** Runs Playwright with a configuration of apps/e2e, and returns its exit code. */
export async function runPlaywright(root, config, args = [], env = {}) {
  const chromium = await getBrowser(root).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const { code } = await run(
    path.join(root, 'node_modules', '.bin', 'playwright'),
    ['test', `--config=${config}`, ...args],
    { cwd: path.join(root, 'apps', 'e2e'), env: { ...(chromium && { CHROMIUM_PATH: chromium }), ...env } },
  );
  return code;
}

/**
 * Finds or installs a Chromium for the browser tests: the one in CHROMIUM_PATH, an installed one, Playwright's, or the system
 * package. Returns its path, or undefined for Playwright's own.
 */
export async function getBrowser(root) {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, but this file does not exist.`);
  }
  const found = systemPaths.find((file) => existsSync(file));
  if (found) return found;
  if (existsSync(playwrightChromium(root))) return undefined;

  process.stdout.write('Chromium is not installed. Installing it with Playwright …\n');
  const cli = path.join(root, 'node_modules', '.bin', 'playwright');
  const { code } = await run(cli, ['install', 'chromium', '--only-shell'], { cwd: root, quiet: true });
  if (code === 0) return undefined;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Playwright could not install it. Installing the system package …\n');
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const packages = ['chromium-headless-shell', 'fonts-liberation'];
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
    const packaged = systemPaths.find((file) => existsSync(file));
    if (packaged) return packaged;
  }
  throw new Error(missingMessage);
}

/** The version of a browser. Playwright pins the version of its own. */
export async function versionOf(chromium) {
  if (chromium === undefined) return 'pinned by Playwright';
  return (await promisify(execFile)(chromium, ['--version'])).stdout.trim();
}

function playwrightChromium(root) {
  const require = createRequire(path.join(root, 'apps', 'e2e', 'package.json'));
  return require('@playwright/test').chromium.executablePath();
}
