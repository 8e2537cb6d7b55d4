#!/usr/bin/env node
// The npm scripts that run a built program of a workspace, such as `npm run backup -- create <folder>`. Container images run the
// programs directly.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitWithUsage } from './parse-options.mjs';
import { prepare, root } from './prepare.mjs';
import { run } from './run.mjs';

const api = '@portal/auth-api';
const devStack = '@portal/dev-stack';
const dataDir = path.resolve(root, process.env['DATA_DIR'] || '.local');

const [command, ...args] = process.argv.slice(2);
const commands = {
  backup,
  keys,
  reset,
  'billing:reconcile': () => billing('reconcile'),
  'billing:replay': () => billing('replay'),
  soak: loadTest,
  capacity: loadTest,
  bench: loadTest,
  'bench:short': loadTest,
  'bench:at-rest': loadTest,
  'bench:growth': loadTest,
};
if (!Object.hasOwn(commands, command)) {
  exitWithUsage(`Unknown command '${command}'.`, `Usage: command.mjs ${Object.keys(commands).join(' | ')}`);
}
process.exit(await commands[command]());

/** Backs up the database in MIGRATION_DATABASE_URL or DATABASE_URL. Relative paths refer to the folder of the caller. */
async function backup() {
  await prepare(api);
  // npm sets INIT_CWD to the folder of the caller.
  return await runApi('backup', args, { cwd: process.env['INIT_CWD'] || process.cwd() });
}

/** Manages the signing keys of the local stack. */
async function keys() {
  await prepare(api);
  const env = { SIGNING_KEYS_DIR: process.env['SIGNING_KEYS_DIR'] || path.join(dataDir, 'keys') };
  return await runApi('keys', args, { cwd: root, env });
}

/** Deletes the local data, unless a stack is using it. */
async function reset() {
  await prepare(devStack);
  return await (await importDevStack('reset')).reset(root);
}

/**
 * Updates the API's copy of Stripe's data. Works on the running local stack or, if DATABASE_URL is set, on the deployment that the
 * environment describes.
 */
async function billing(action) {
  const isLocal = !process.env['DATABASE_URL'];
  if (isLocal && !existsSync(dataDir)) {
    process.stderr.write(
      `There is no local stack in ${dataDir}. Create it with \`npm start\`. For a deployment, set DATABASE_URL and the API’s other settings.\n`,
    );
    return 1;
  }
  // A deployment does not need the emulators.
  await (isLocal ? prepare(api, devStack) : prepare(api));
  const env = isLocal ? await (await importDevStack('api-environment')).apiEnvironment(root) : {};
  const code = await runApi('billing', [action, ...args], { cwd: root, env });
  if (code === 1 && isLocal) {
    process.stderr.write('DATABASE_URL is not set, so this used the local stack. Start it with `npm start`.\n');
  }
  return code;
}

/** Measures the production bundles. */
async function loadTest() {
  await prepare(api, devStack);
  const { code } = await run('npm', ['run', '--silent', command, '-w', '@portal/resilience', '--', ...args], {
    cwd: root,
  });
  return code;
}

async function runApi(program, args, options) {
  const { code } = await run(process.execPath, [path.join(root, `apps/auth-api/dist/${program}.js`), ...args], options);
  return code;
}

function importDevStack(name) {
  return import(pathToFileURL(path.join(root, `apps/dev-stack/dist/${name}.js`)).href);
}
