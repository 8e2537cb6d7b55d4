import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTemporaryPostgres, type TemporaryPostgres } from '@portal/local-postgres';
import { prepareTemplate } from './support/prepare-template.ts';

declare global {
  var temporaryPostgres: TemporaryPostgres | undefined;
}

/**
 * Starts one PostgreSQL server for all suites, with a migrated template database that `freshDatabase` copies, and bundles
 * the current programs.
 */
export default async function setUp(): Promise<void> {
  const [programs, postgres] = await Promise.all([
    bundlePrograms(),
    startTemporaryPostgres(prepareTemplate, { inMemory: true }),
  ]);
  process.env['TEST_PROGRAMS_DIR'] = programs;
  process.env['TEST_TEMPLATE_DATABASE_URL'] = postgres.url;
  globalThis.temporaryPostgres = postgres;
}

async function bundlePrograms(): Promise<string> {
  // Next to src, because programs read files by paths that are relative to their own folder.
  const folder = await mkdtemp(path.resolve('.programs-'));
  await promisify(execFile)(process.execPath, ['scripts/bundle-for-tests.mjs', folder]);
  return folder;
}
