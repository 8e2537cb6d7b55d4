#!/usr/bin/env node
// Bundles the API and its commands into dist/, together with the migrations: everything that a deployment runs.
import { bundlePrograms } from './bundle-programs.mjs';

await bundlePrograms('dist');
