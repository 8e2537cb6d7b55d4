#!/usr/bin/env node
// docs/coverage.md says for each statement of the specification which test shows it. Its rows are
//   | 1.shell.3 | what it says | `apps/portal/test/shell.test.tsx`: title of the test |
// with `;` between several tests, or `none: why` where there is nothing to show. This checks that no row is empty and that every test named is there.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const row = /^\|\s*`?(\d+(?:\.[a-z0-9-]+)+)`?\s*\|(.*)\|([^|]*)\|\s*$/;
const test = /`([^`]+)`:\s*(.+)/;

/** The faults of the document, a sentence each. */
export function faultsOf(root, text) {
  const faults = [];
  const seen = new Set();
  for (const line of text.split('\n')) {
    const [, id, , tests] = row.exec(line) ?? [];
    if (id === undefined) continue;
    if (seen.has(id)) faults.push(`${id} is listed twice.`);
    seen.add(id);
    if (/^\s*none: \S/.test(tests)) continue;
    const named = tests.split(/;\s*(?=`)/).filter((part) => part.trim() !== '');
    if (named.length === 0) faults.push(`${id} names no test.`);
    for (const part of named) faults.push(...faultsOfTest(root, id, part));
  }
  if (seen.size === 0) faults.push('No statement is listed.');
  return faults;
}

function faultsOfTest(root, id, part) {
  const [, file, title] = test.exec(part.trim()) ?? [];
  if (file === undefined) return [`${id}: "${part.trim()}" is not of the form \`file\`: title.`];
  const location = path.join(root, file);
  if (!existsSync(location)) return [`${id}: there is no file ${file}.`];
  // A title stands in the source as it is written there, with its quotes escaped or not.
  const source = readFileSync(location, 'utf8').replaceAll("\\'", "'");
  return source.includes(title.trim()) ? [] : [`${id}: ${file} has no test "${title.trim()}".`];
}

/** Checks the document, says what is wrong with it, and answers whether it holds. */
export function checkCoverage(root) {
  const file = path.join(root, 'docs', 'coverage.md');
  const faults = existsSync(file) ? faultsOf(root, readFileSync(file, 'utf8')) : ['There is no docs/coverage.md.'];
  for (const fault of faults) process.stderr.write(`docs/coverage.md: ${fault}\n`);
  return faults.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(checkCoverage(fileURLToPath(new URL('..', import.meta.url))) ? 0 : 1);
}
