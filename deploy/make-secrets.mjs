#!/usr/bin/env node
// Generates the secrets that need no other party, and lists those that the operator must supply. Existing files stay. Runs once,
// before everything else: see docker-compose.yml. Each folder belongs to the user of the containers that read it (mode 0700);
// its files are read-only (0400).
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

/** Who reads a folder: `postgres` of PostgreSQL's image, `node` of Node's. */
const readers = { 'owner-secrets': 999, 'api-secrets': 1000, 'local-secrets': 1000 };

const base = process.env.SECRETS_BASE || '/run';
const isPlayground = process.env.PLAYGROUND === 'true';
const random = () => randomBytes(32).toString('base64url');

refuseMixing();
const ownerPassword = made('owner-secrets/owner_password', random);
made('owner-secrets/owner_url', () => `postgresql://portal:${ownerPassword}@postgres:5432/portal`);
const apiPassword = made('owner-secrets/api_password', random);
made('api-secrets/database_url', () => `postgresql://auth_api:${apiPassword}@postgres:5432/portal`);
signingKey();

const outside = {
  auth0_client_secret: random,
  stripe_secret_key: () => `sk_test_${random()}`,
  stripe_webhook_secrets: () => `whsec_${random()}`,
  smtp_url: () => 'smtp://mail.localhost:9025',
};
if (isPlayground) {
  for (const [name, make] of Object.entries(outside)) share(name, made(`api-secrets/${name}`, make));
  share(
    'analytics_flags_key',
    made('api-secrets/analytics_flags_key', () => `phs_${random()}`),
  );
}
for (const [folder, reader] of Object.entries(readers)) protect(path.join(base, folder), reader);

const missing = Object.keys(outside).filter((name) => !existsSync(path.join(base, 'api-secrets', name)));
if (missing.length > 0) {
  const folder = path.join(base, 'api-secrets');
  process.stderr.write(`Put these files into ${folder} (docs/operating/install-compose.md): ${missing.join(', ')}\n`);
  process.exit(1);
}
process.stdout.write('The secrets are there.\n');

/** The secrets of a playground are no deployment's, nor the other way round. */
function refuseMixing() {
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

/** What a file says; where there is none, it is written first. */
function made(name, make) {
  const file = path.join(base, name);
  if (!existsSync(file)) write(file, make());
  return readFileSync(file, 'utf8').trim();
}

/** The emulators of the playground use the same secret. */
function share(name, value) {
  const file = path.join(base, 'local-secrets', name);
  if (!existsSync(file)) write(file, value);
}

function write(file, value) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o400 });
  renameSync(`${file}.new`, file);
}

function signingKey() {
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

/** Gives a folder and all in it to its reader; what an operator put there, too. Only root can give files to others. */
function protect(file, reader) {
  if (!existsSync(file)) return;
  const isFolder = statSync(file).isDirectory();
  if (isFolder) for (const name of readdirSync(file)) protect(path.join(file, name), reader);
  if (process.getuid?.() === 0) chownSync(file, reader, reader);
  chmodSync(file, isFolder ? 0o700 : 0o400);
}
