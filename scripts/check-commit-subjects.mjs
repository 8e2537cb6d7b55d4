#!/usr/bin/env node
// Checks the subjects of the commits in a range, such as `origin/main..HEAD`. CONTRIBUTING.md explains the rules.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const maxLength = 72;

/** Returns what is wrong with a commit subject, or null. */
export function subjectError(subject) {
  if (subject.length > maxLength) return `has ${subject.length} characters; the limit is ${maxLength}`;
  if (!/^[A-Z]/.test(subject)) return 'must start with a capital letter';
  if (subject.endsWith('.')) return 'must not end with a period';
  return null;
}

function main(range) {
  if (!range) {
    process.stderr.write('Usage: node scripts/check-commit-subjects.mjs <range>, for example origin/main..HEAD\n');
    return 2;
  }
  const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], { encoding: 'utf8' });
  let errorCount = 0;
  for (const line of log.split('\n').filter(Boolean)) {
    const [, hash, subject] = /^(\S+) (.*)$/.exec(line);
    const error = subjectError(subject);
    if (!error) continue;
    errorCount += 1;
    process.stderr.write(`${hash} "${subject}" ${error}\n`);
  }
  return errorCount === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv[2]);
