import { rm } from 'node:fs/promises';
import './global-setup.ts';

export default async function tearDown(): Promise<void> {
  await globalThis.temporaryPostgres?.stop();
  const programs = process.env['TEST_PROGRAMS_DIR'];
  if (programs !== undefined) await rm(programs, { recursive: true });
}
