import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

const servers = [tests.webServer ?? []].flat();

/** Takes a picture of every page; `npm run screenshots` runs it. */
export default defineConfig({
  ...tests,
  projects: [{ testMatch: '**/*.pictures.ts' }],
  // One after the other, so that everybody has signed up in the same order each time.
  workers: 1,
  fullyParallel: false,
  outputDir: '.reports/pictures',
  reporter: 'list',
  webServer: servers.filter(({ command }) => !command.includes('gallery')),
  use: { ...tests.use, trace: 'off', timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce' },
});
