#!/usr/bin/env node
// `npm run billing:reconcile` and `npm run billing:replay -- [event id ...]`: updates the API's copy of Stripe's data. Works on
// the running local stack or, if DATABASE_URL is set, on the deployment that the environment describes.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { build } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
let env = {};
const isLocal = !process.env['DATABASE_URL'];
if (isLocal) {
  const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.local');
  if (!existsSync(dataDir)) {
    process.stderr.write(
      `There is no local stack in ${dataDir}. Create it with \`npm start\`. For a deployment, set DATABASE_URL and the API’s other settings.\n`,
    );
    process.exit(1);
  }
  await install(root);
  await build(root, ['@portal/auth-api', '@portal/dev-stack']);
  const { apiEnvironment } = await import(
    pathToFileURL(path.join(root, 'apps/dev-stack/dist/api-environment.js')).href
  );
  env = await apiEnvironment(root);
}
const program = 'apps/auth-api/dist/billing.js';
if (!existsSync(path.join(root, program))) {
  process.stderr.write(`${program} does not exist. Build it with \`npm run build -w @portal/auth-api\`.\n`);
  process.exit(1);
}
const { code } = await run(process.execPath, [program, ...process.argv.slice(2)], {
  cwd: root,
  env,
});
if (code === 1 && isLocal) {
  process.stderr.write('DATABASE_URL is not set, so this used the local stack. Start it with `npm start`.\n');
}
process.exit(code);
