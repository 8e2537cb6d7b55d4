import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where programs are started from: every path to one is relative to it. */
export const apiFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Node's arguments for a program of the API, by its source; it ends with the process that started it, however that one
 * ends. What the set-up of the tests has bundled starts in a sixth of the time that the sources take.
 */
export function argumentsOf(source: string): string[] {
  const bundles = process.env['TEST_PROGRAMS_DIR'] ?? '';
  const bundled = path.join(bundles, `${path.basename(source, '.ts')}.js`);
  if (bundles !== '' && existsSync(bundled)) {
    return ['--enable-source-maps', '--import', path.join(bundles, 'leash.js'), bundled];
  }
  return ['--import', 'tsx', '--import', '@portal/local/leash', source];
}
