#!/usr/bin/env node
// Bundles the API and its commands into dist/, with the migrations beside them: what a deployment runs.
import { cpSync } from 'node:fs';
import bundle from '@portal/config/bundle';

await bundle(['src/main.ts', 'src/migrate.ts', 'src/keys.ts', 'src/billing.ts', 'src/backup.ts']);
cpSync('../../prisma/migrations', 'dist/migrations', { recursive: true });
