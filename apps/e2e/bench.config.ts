import { defineConfig } from '@playwright/test';
import screenshots from './screenshots.config.ts';

/** The portal's benchmark, with its own stack. Run by `npm run bench:portal`. */
export default defineConfig({
  ...screenshots,
  projects: [{ testMatch: '**/*.bench.ts' }],
  outputDir: '.reports/bench',
  timeout: 3_600_000,
  use: { ...screenshots.use, reducedMotion: 'no-preference' },
});
