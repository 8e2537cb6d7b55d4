import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// The workers load this file again, and must come to the same ports as the first.
process.env['PORT_OFFSET'] ??= execFileSync(process.execPath, [here('free-offset.mjs')], { encoding: 'utf8' }).trim();
const offset = Number(process.env['PORT_OFFSET']);
const portal = `http://localhost:${9000 + offset}`;
const chromium = process.env['CHROMIUM_PATH'];

const dataDir = here(`.local/${offset}`);
const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined;
const reuse = process.env['E2E_REUSE'] === '1';
if (!isWorker && !reuse) rmSync(dataDir, { recursive: true, force: true });

const withoutFeatures = [
  // Of every window the address bar loads its suggestions, whether or not they are seen: more work than to load the portal.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Playwright’s own, whose switch this one takes the place of.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.test.ts',
  // They begin in the order of the files' names: a long one at the end would be left alone.
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // They wait for much of their time, for the API and for what a page does by the clock.
  workers: 3,
  // Patience costs time only where something fails: a machine that is busy otherwise takes several times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    baseURL: portal,
    // To keep a long page as it was at every step takes as much work as the steps. Of a failure the last one is kept, and all
    // of them are with `--trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Nothing leaves this machine. To have Playwright keep it in would lead each request through it, and no file into the cache.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
  },
  webServer: reuse ? [gallery()] : [stack(), gallery()],
});

/** Playwright runs a command in a shell, which would outlive it unless this takes its place. */
function leashed(command: string): string {
  return `${process.platform === 'win32' ? '' : 'exec '}"${process.execPath}" leashed.mjs ${command}`;
}

/** The gallery of components, built anew. */
function gallery() {
  return {
    command: leashed('npm run --silent gallery --prefix ../../packages/ui'),
    url: `http://127.0.0.1:${9006 + offset}/`,
    reuseExistingServer: reuse,
    timeout: 300_000,
    env: { PORT_OFFSET: String(offset) },
  };
}

/** A stack of the tests' own. Its line `Ready` comes when every part is, which no single address tells. */
function stack() {
  return {
    command: leashed(`"${process.execPath}" ../../scripts/start.mjs`),
    wait: { stdout: /Ready: / },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      DATA_DIR: dataDir,
      PORT_OFFSET: String(offset),
      RATE_LIMIT_SCALE: '1000',
      // On a busy machine Stripe, the provider and the database, which share it, are not away as soon as they take long.
      AUTH0_WAIT_MS: '10000',
      STRIPE_WAIT_MS: '20000',
      DATABASE_WAIT_MS: '20000',
    },
  };
}
