import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The stack with the demo's customer. */
const servers = [tests.webServer ?? []].flat().map((server) => ({
  ...server,
  command: server.command.replace('start.mjs', 'start.mjs --demo'),
}));

/** Takes a screenshot of every page. Run by `npm run screenshots`. */
export default defineConfig({
  ...tests,
  projects: [{ testMatch: '**/*.screenshots.ts' }],
  // One worker, so that users sign up in the same order each time.
  workers: 1,
  fullyParallel: false,
  outputDir: '.reports/screenshots',
  reporter: 'list',
  webServer: servers.filter(({ command }) => !command.includes('gallery')),
  use: { ...tests.use, trace: 'off', timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce' },
});
