#!/usr/bin/env node
// `npm run billing:reconcile` and `npm run billing:replay -- [event id ...]`: the API's copy of what Stripe has. Works on
// the running local stack, or, where DATABASE_URL is set, on the deployment that the environment describes.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './node-version.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { build } from './turbo.mjs';

checkNode();
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
let env = {};
if (!process.env['DATABASE_URL']) {
  await install(root);
  await build(root, ['@portal/auth-api', '@portal/local']);
  const { apiEnvironment } = await import(path.join(root, 'apps/local/dist/api-environment.js'));
  env = await apiEnvironment(root);
}
const { code } = await run(process.execPath, ['apps/auth-api/dist/billing.js', ...process.argv.slice(2)], {
  cwd: root,
  env,
});
process.exit(code);
