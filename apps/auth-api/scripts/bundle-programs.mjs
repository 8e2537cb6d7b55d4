import { cpSync } from 'node:fs';
import path from 'node:path';
import bundle from '@portal/config/bundle';

/** The programs that operators run, as `dist/<name>.js`. */
const programs = [
  { in: 'src/main.ts', out: 'main' },
  { in: 'src/cli/migrate.ts', out: 'migrate' },
  { in: 'src/cli/keys.ts', out: 'keys' },
  { in: 'src/cli/billing.ts', out: 'billing' },
  { in: 'src/cli/auth0.ts', out: 'auth0' },
  { in: 'src/cli/backup.ts', out: 'backup' },
  { in: 'src/cli/request.ts', out: 'request' },
];

const external = [
  // They load WebAssembly from their own packages.
  '@prisma/client',
  '@prisma/schema-engine-wasm',
  // The API imports these with `import()`, on first use.
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@prisma/instrumentation',
  'marked',
  'posthog-node',
  // Optional dependencies: graphile-worker loads TypeScript for a configuration file, pg its native driver.
  'pg-native',
  'typescript',
  // Only scripts/write-reference.ts imports it.
  'oxfmt',
];

/** Bundles the API, its commands and the `more` entry points into a folder, together with the migrations. */
export async function bundlePrograms(folder, more = []) {
  await bundle([...programs, ...more], folder, { external });
  cpSync('../../prisma/migrations', path.join(folder, 'migrations'), { recursive: true });
}
