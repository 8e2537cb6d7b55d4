#!/usr/bin/env node
// Bundles the supervisor and the servers that it starts into dist/.
import { existsSync, readdirSync } from 'node:fs';
import bundle from '@portal/config/bundle';

const emulators = readdirSync('src').map((name) => `src/${name}/main.ts`);
await bundle([
  'src/start.ts',
  'src/reset.ts',
  'src/exit-with-parent.ts',
  'src/api-environment.ts',
  'src/portal/server.ts',
  'src/portal/dev-server.ts',
  ...emulators.filter(existsSync),
]);
