#!/usr/bin/env node
// Generates the Prisma client. `prisma generate` downloads a schema-engine binary that it never runs, unless
// PRISMA_SCHEMA_ENGINE_BINARY is the path of an existing file: Node's own executable will do.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const schema = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url));

const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, 'generate', '--schema', schema, '--no-hints'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    DO_NOT_TRACK: '1',
  },
});

if (status === 0) process.stdout.write('The Prisma client is in src/generated/prisma.\n');
else process.stderr.write(`${stdout}${stderr}`);
process.exit(status ?? 1);
