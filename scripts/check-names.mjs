#!/usr/bin/env node
// `npm run lint:names`: fails if a file name, or a name that the code declares, contains a word that docs/glossary.md replaces.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The banned words, in lower case, each with the words to use. Compound words are banned as a sequence. */
export const replacements = {
  acts: 'actions, audit events',
  allowance: 'quota',
  anew: 'again',
  crowd: 'overload',
  deed: 'action, audit event',
  deeds: 'actions, audit events',
  'ended elsewhere': 'account switch, session end',
  'in earnest': 'in production',
  'kept act': 'pending action',
  leash: 'exit with parent',
  'lock out': 'account lock',
  'lock outs': 'account locks',
  'locked out': 'account lock',
  mended: 'fixed',
  moment: 'timestamp',
  nobody: 'anonymous, unauthenticated',
  overdue: 'expired',
  'own path': 'safe redirect',
  patience: 'timeout, deadline',
  people: 'users',
  person: 'user',
  somebody: 'user',
  sought: 'query',
  spender: 'rate-limit subject',
  'stand in': 'emulator',
  stranger: 'anonymous, unauthenticated',
  tellable: 'safe message',
  told: 'notified, logged, returned',
  twin: 'concurrent duplicate',
  twins: 'concurrent duplicates',
  'under way': 'pending',
  'way back': 'return, back navigation',
  whoever: 'user',
};

const banned = Object.keys(replacements).map((words) => ` ${words} `);

/** Returns the banned words of a name such as `heldJobs`, `HELD_JOBS` or `held-jobs.ts`. */
export function bannedWordsIn(name) {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .join(' ');
  return banned.filter((word) => ` ${words} `.includes(word)).map((word) => word.trim());
}

/** Returns the names that a source file declares: variables, parameters, functions, types and their members. */
export function declaredNames(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = [];
  const visit = (node) => {
    const isForeign =
      ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isImportSpecifier(node);
    if (node.name && ts.isIdentifier(node.name) && !isForeign && !ts.isPropertyAccessExpression(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      names.push({ name: node.name.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function main() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|css|sql|ya?ml)$/.test(file) && !file.includes('/generated/'));
  const errors = [];
  for (const file of files) {
    for (const word of bannedWordsIn(file)) errors.push([file, file, word]);
    if (!/\.(tsx?|mjs)$/.test(file)) continue;
    let text;
    try {
      text = readFileSync(path.join(root, file), 'utf8');
    } catch {
      continue;
    }
    for (const { name, line } of declaredNames(file, text)) {
      for (const word of bannedWordsIn(name)) errors.push([`${file}:${line}`, name, word]);
    }
  }
  for (const [place, name, word] of errors) {
    process.stderr.write(`${place} ${name}: use ${replacements[word]} instead of "${word}" (docs/glossary.md)\n`);
  }
  return errors.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main();
