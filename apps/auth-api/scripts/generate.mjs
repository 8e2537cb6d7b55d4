#!/usr/bin/env node
// Writes the Prisma client into src/generated. Its command asks for a schema-engine binary although generating never
// runs one, and fetches it from the internet unless it is shown some existing file: Node's own will do.
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
