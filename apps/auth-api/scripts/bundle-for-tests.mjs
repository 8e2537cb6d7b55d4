#!/usr/bin/env node
// Bundles the API, its commands and the developers' commands into the given folder, with the module that makes them exit
// with their parent process.
import path from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';

// Tests ask those of test/ only for what they take: what they work on lies elsewhere as seen from the folder.
const more = [
  '../local/src/exit-with-parent',
  'scripts/new-migration',
  'scripts/write-reference',
  'test/backup/run-rehearsal',
  'test/faults/run-faults',
];
await bundlePrograms(
  process.argv[2],
  more.map((file) => ({ in: `${file}.ts`, out: path.basename(file) })),
);
