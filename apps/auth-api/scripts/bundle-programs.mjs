import { cpSync } from 'node:fs';
import path from 'node:path';
import bundle from '@portal/config/bundle';
import { queryCompilerInAFile } from './query-compiler-in-a-file.mjs';

const programs = ['src/main.ts', 'src/migrate.ts', 'src/keys.ts', 'src/billing.ts', 'src/backup.ts'];

const outside = [
  // It finds its WebAssembly by its own path.
  '@prisma/schema-engine-wasm',
  // Of these, graphile-worker and pg make use where somebody has a configuration in TypeScript, or the native driver.
  'typescript',
  'pg-native',
  // Only what writes the reference has it, and the suites ask that for little else than its help.
  'oxfmt',
];

/** Bundles the API and its commands, and what else is given, into a folder, with the migrations beside them. */
export async function bundlePrograms(folder, more = []) {
  await bundle([...programs, ...more], folder, { outside, plugins: [queryCompilerInAFile] });
  cpSync('../../prisma/migrations', path.join(folder, 'migrations'), { recursive: true });
}
