import { defineConfig } from '@playwright/test';
import pictures from './screenshots.config.ts';

/** Measures the portal of a stack of its own; `npm run bench:portal` runs it. */
export default defineConfig({
  ...pictures,
  projects: [{ testMatch: '**/*.bench.ts' }],
  outputDir: '.reports/bench',
  timeout: 600_000,
  use: { ...pictures.use, reducedMotion: 'no-preference' },
});
