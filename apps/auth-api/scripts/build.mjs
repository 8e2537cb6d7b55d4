#!/usr/bin/env node
// Bundles the API and its commands into dist/, with the migrations beside them: what a deployment runs.
import { bundlePrograms } from './bundle-programs.mjs';

await bundlePrograms('dist');
