import { cpSync } from 'node:fs';
import path from 'node:path';
import bundle from '@portal/config/bundle';

const programs = ['src/main.ts', 'src/migrate.ts', 'src/keys.ts', 'src/billing.ts', 'src/backup.ts'];

/** Bundles the API and its commands, and what else is given, into a folder, with the migrations beside them. */
export async function bundlePrograms(folder, more = []) {
  await bundle([...programs, ...more], folder);
  cpSync('../../prisma/migrations', path.join(folder, 'migrations'), { recursive: true });
}
