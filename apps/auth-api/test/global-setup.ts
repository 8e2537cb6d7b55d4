import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTemporaryPostgres, type TemporaryPostgres } from '@portal/local-postgres';
import { prepareTemplate } from './prepare-template.ts';

declare global {
  var temporaryPostgres: TemporaryPostgres | undefined;
}

/** For all suites one PostgreSQL, with a migrated template database that `freshDatabase` copies, and the programs as they are now. */
export default async function setUp(): Promise<void> {
  const [programs, postgres] = await Promise.all([bundledPrograms(), preparedPostgres()]);
  process.env['TEST_PROGRAMS_DIR'] = programs;
  process.env['TEST_TEMPLATE_DATABASE_URL'] = postgres.url;
  globalThis.temporaryPostgres = postgres;
}

const preparedPostgres = () => startTemporaryPostgres(prepareTemplate, { inMemory: true });

async function bundledPrograms(): Promise<string> {
  // Beside src: what a program looks up is as far away from there.
  const folder = await mkdtemp(path.resolve('.programs-'));
  await promisify(execFile)(process.execPath, ['scripts/bundle-for-tests.mjs', folder]);
  return folder;
}
