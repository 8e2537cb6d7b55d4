#!/usr/bin/env node
// Bundles the API and its commands into the folder that is named, with the leash that they are started on.
import { bundlePrograms } from './bundle-programs.mjs';

await bundlePrograms(process.argv[2], [{ in: '../local/src/leash.ts', out: 'leash' }]);
