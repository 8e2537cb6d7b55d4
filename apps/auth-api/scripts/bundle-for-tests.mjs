#!/usr/bin/env node
// Bundles the API, its commands and the developers' commands into the given folder, with the module that makes them exit
// with their parent process.
import path from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';

// Tests only check how the programs of test/ parse their arguments: from this folder, relative paths in them do not resolve.
const more = [
  '../dev-stack/src/exit-with-parent',
  'scripts/new-migration',
  'scripts/write-reference',
  'test/cli/backup/run-rehearsal',
];
await bundlePrograms(
  process.argv[2],
  more.map((file) => ({ in: `${file}.ts`, out: path.basename(file) })),
);
