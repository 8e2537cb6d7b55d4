#!/usr/bin/env node
// Makes the secrets that a deployment can make by itself, and says which ones it needs from somebody else. What is there
// already stays. Runs once, before everything else: see docker-compose.yml.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const base = process.env.SECRETS_BASE || '/run';
const isPlayground = process.env.PLAYGROUND === 'true';
const random = () => randomBytes(32).toString('base64url');

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
} else {
  const missing = Object.keys(outside).filter((name) => !existsSync(path.join(base, 'api-secrets', name)));
  if (missing.length > 0) {
    const folder = path.join(base, 'api-secrets');
    process.stderr.write(`Put these files into ${folder} (docs/operating.md): ${missing.join(', ')}\n`);
    process.exit(1);
  }
}
process.stdout.write('The secrets are there.\n');

/** What a file says; where there is none, it is written first. */
function made(name, make) {
  const file = path.join(base, name);
  if (!existsSync(file)) write(file, make());
  return readFileSync(file, 'utf8').trim();
}

/** The stand-ins of the playground know the same secret. */
function share(name, value) {
  const file = path.join(base, 'local-secrets', name);
  if (!existsSync(file)) write(file, value);
}

/** Each container reads only the folders that it is given, under a user of its own. */
function write(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o444 });
  renameSync(`${file}.new`, file);
}

function signingKey() {
  const folder = path.join(base, 'api-secrets', 'keys');
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) return;
  const keys = path.join(import.meta.dirname, 'apps/auth-api/dist/keys.js');
  const { status } = spawnSync(process.execPath, [keys, 'rotate'], {
    env: { ...process.env, SIGNING_KEYS_DIR: folder },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
