#!/usr/bin/env node
// Checks the types of the package in the working directory. TypeScript 7 takes a quarter of the time of TypeScript 6, whose
// API the notes of the reference still need. Both bring a `tsc`, so this one is called by its file.
import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';

// Suites that run meanwhile go first: this can't be hurt by waiting.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const manifest = createRequire(import.meta.url).resolve('typescript-7/package.json');
await import(new URL('lib/tsc.js', pathToFileURL(manifest)).href);
