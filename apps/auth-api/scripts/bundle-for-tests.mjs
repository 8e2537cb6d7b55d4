#!/usr/bin/env node
// Bundles the API, its commands and those of its developers into the folder that is named, with the leash that they are
// started on.
import path from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';

// Tests ask those of test/ only for what they take: what they work on lies elsewhere as seen from the folder.
const more = [
  '../local/src/leash',
  'scripts/new-migration',
  'scripts/write-reference',
  'test/backup/run-rehearsal',
  'test/faults/run-faults',
];
await bundlePrograms(
  process.argv[2],
  more.map((file) => ({ in: `${file}.ts`, out: path.basename(file) })),
);
