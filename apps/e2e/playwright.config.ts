import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// Workers load this file again and must use the same ports.
process.env['PORT_OFFSET'] ??= execFileSync(process.execPath, [here('find-free-port-offset.mjs')], {
  encoding: 'utf8',
}).trim();
const offset = Number(process.env['PORT_OFFSET']);
const portal = `http://localhost:${9000 + offset}`;
const chromium = process.env['CHROMIUM_PATH'];

const dataDir = here(`.local/${offset}`);
const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined;
const reuse = process.env['E2E_REUSE'] === '1';
if (!isWorker && !reuse) rmSync(dataDir, { recursive: true, force: true });

const disabledFeatures = [
  // The address bar preloads its suggestions in every window, which takes longer than loading the portal.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Playwright's own defaults, because this flag replaces Playwright's.
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
  // Also runs the tests of one file in parallel.
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // On a shared machine. `npm test` names the tests that needed the second attempt, because they hide a race.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // More workers than cores: the tests mostly wait for the API and for timers.
  workers: 3,
  // Long timeouts for busy machines. They cost time only if a test fails.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    baseURL: portal,
    // DOM snapshots of every step are as slow as the steps themselves. `--trace on` records them.
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
        // Blocks other machines. Playwright's routing would do so too, but it disables the HTTP cache.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  webServer: reuse ? [gallery()] : [stack(), gallery()],
});

/** `exec` replaces the shell that Playwright starts, which would otherwise keep running. */
function exitWithParent(command: string): string {
  return `${process.platform === 'win32' ? '' : 'exec '}"${process.execPath}" exit-with-parent.mjs ${command}`;
}

/** Builds and serves the component gallery. */
function gallery() {
  return {
    command: exitWithParent('npm run --silent gallery --prefix ../../packages/ui'),
    url: `http://127.0.0.1:${9006 + offset}/`,
    reuseExistingServer: reuse,
    timeout: 300_000,
    env: { PORT_OFFSET: String(offset) },
  };
}

/** Starts the tests' own stack. Its `Ready` line means that all parts are up, which no single URL shows. */
function stack() {
  return {
    command: exitWithParent(`"${process.execPath}" ../../scripts/start.mjs`),
    wait: { stdout: /Ready: / },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      DATA_DIR: dataDir,
      PORT_OFFSET: String(offset),
      RATE_LIMIT_MULTIPLIER: '1000',
      // On a busy machine, slow emulators and a slow database must not count as unavailable.
      AUTH0_TIMEOUT_MS: '10000',
      STRIPE_TIMEOUT_MS: '20000',
      DATABASE_TIMEOUT_MS: '20000',
    },
  };
}
