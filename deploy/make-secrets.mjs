#!/usr/bin/env node
// Generates the secrets that do not come from another service, and lists those that the operator must supply. Keeps existing
// files. Runs once, before everything else: see docker-compose.yml. Each folder belongs to the user of the containers that read
// it (mode 0700); its files are read-only (0400).
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The user id of the containers that read a folder: `postgres` in PostgreSQL's image, `node` in Node's. */
const readers = { 'owner-secrets': 999, 'api-secrets': 1000, 'local-secrets': 1000 };

const base = process.env.SECRETS_BASE || '/run';
const isPlayground = process.env.PLAYGROUND === 'true';
const randomSecret = () => randomBytes(32).toString('base64url');

rejectMixedSecrets();
const ownerPassword = readOrCreate('owner-secrets/owner_password', randomSecret);
readOrCreate('owner-secrets/owner_url', () => `postgresql://portal:${ownerPassword}@postgres:5432/portal`);
const apiPassword = readOrCreate('owner-secrets/api_password', randomSecret);
readOrCreate('api-secrets/database_url', () => `postgresql://auth_api:${apiPassword}@postgres:5432/portal`);
createSigningKeys();

const operatorSecrets = {
  auth0_client_secret: randomSecret,
  stripe_secret_key: () => `sk_test_${randomSecret()}`,
  stripe_webhook_secrets: () => `whsec_${randomSecret()}`,
  smtp_url: () => 'smtp://mail.localhost:9025',
};
if (isPlayground) {
  for (const [name, make] of Object.entries(operatorSecrets))
    shareWithEmulators(name, readOrCreate(`api-secrets/${name}`, make));
  shareWithEmulators(
    'analytics_flags_key',
    readOrCreate('api-secrets/analytics_flags_key', () => `phs_${randomSecret()}`),
  );
}
for (const [folder, reader] of Object.entries(readers)) restrictAccess(path.join(base, folder), reader);

const missing = Object.keys(operatorSecrets).filter((name) => !existsSync(path.join(base, 'api-secrets', name)));
if (missing.length > 0) {
  const folder = path.join(base, 'api-secrets');
  process.stderr.write(`Put these files into ${folder} (docs/operating/install-compose.md): ${missing.join(', ')}\n`);
  process.exit(1);
}
process.stdout.write('All secrets exist.\n');

/** Exits if the secrets of a playground are used for a deployment, or the other way round. */
function rejectMixedSecrets() {
  const mark = path.join(base, 'api-secrets', 'playground');
  const isMarked = existsSync(mark);
  const hasSecrets = existsSync(path.join(base, 'api-secrets', 'database_url'));
  if (isPlayground && hasSecrets && !isMarked) {
    process.stderr.write('These are the secrets of a deployment, not of a playground: use other volumes or folders.\n');
    process.exit(1);
  }
  if (!isPlayground && isMarked) {
    process.stderr.write('These are the secrets of a playground, not of a deployment: use other volumes or folders.\n');
    process.exit(1);
  }
  if (isPlayground && !isMarked) write(mark, 'The secrets in this folder are of a playground.');
}

/** Returns the content of a file, which is created if it does not exist. */
function readOrCreate(name, make) {
  const file = path.join(base, name);
  if (!existsSync(file)) write(file, make());
  return readFileSync(file, 'utf8').trim();
}

/** The emulators of the playground use the same secret. */
function shareWithEmulators(name, value) {
  const file = path.join(base, 'local-secrets', name);
  if (!existsSync(file)) write(file, value);
}

function write(file, value) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o400 });
  renameSync(`${file}.new`, file);
}

function createSigningKeys() {
  const folder = path.join(base, 'api-secrets', 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) return;
  const keys = process.env.KEYS_PROGRAM || path.join(import.meta.dirname, 'apps/auth-api/dist/keys.js');
  const { status } = spawnSync(process.execPath, [keys, 'rotate'], {
    env: { ...process.env, SIGNING_KEYS_DIR: folder },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** Makes a folder and its contents, including the operator's files, readable only by its reader. Only root can change owners. */
function restrictAccess(file, reader) {
  if (!existsSync(file)) return;
  const isFolder = statSync(file).isDirectory();
  if (isFolder) for (const name of readdirSync(file)) restrictAccess(path.join(file, name), reader);
  if (process.getuid?.() === 0) chownSync(file, reader, reader);
  chmodSync(file, isFolder ? 0o700 : 0o400);
}
