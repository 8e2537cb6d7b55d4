#!/usr/bin/env node
// `npm run lint:names`: fails if a file name, or a name that the code declares, contains a word that docs/glossary.md replaces.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The banned words, in lower case, each with the words to use. Compound words are banned as a sequence. */
export const replacements = {
  acts: 'actions, audit events',
  allowance: 'quota',
  anew: 'again',
  began: 'started',
  crowd: 'overload',
  deed: 'action, audit event',
  deeds: 'actions, audit events',
  'ended elsewhere': 'account switch, session end',
  held: 'locked, paused, pending',
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
  tell: 'notify, log, return',
  tellable: 'safe message',
  told: 'notified, logged, returned',
  twin: 'concurrent duplicate',
  twins: 'concurrent duplicates',
  'under way': 'pending',
  'way back': 'return, back navigation',
  whoever: 'user',
};

/** Words that only some folders have replaced, by the start of the path. */
export const replacementsByFolder = {
  'apps/portal/': {
    'ending access': 'ending credentials',
    'loading access': 'loading credentials',
    'owner change': 'transfer',
  },
  'apps/portal/src/app/': { frame: 'shell' },
};

/** Property names of packages/contract that clients already use, each with the reason why it stays. */
const allowedProperties = {
  lockOut: 'wire: a field of the user',
  people: 'wire: a field of the sign-up counts',
};

/** All words that a file must not use, each with the words to use. */
function replacementsIn(file) {
  const folders = Object.keys(replacementsByFolder).filter((folder) => file.startsWith(folder));
  return Object.assign({}, replacements, ...folders.map((folder) => replacementsByFolder[folder]));
}

/** Returns the banned words of a name such as `heldJobs`, `HELD_JOBS` or `held-jobs.ts`. */
export function bannedWordsIn(name, banned = replacements) {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .join(' ');
  return Object.keys(banned).filter((word) => ` ${words} `.includes(` ${word} `));
}

/** Whether a name is chosen elsewhere: by the type that an object has, or by the module that exports it. */
const isNamedElsewhere = (node) =>
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isImportSpecifier(node) ||
  ts.isPropertyAccessExpression(node);

/**
 * Returns the names that a source file declares: variables, parameters, functions, types and their members. In
 * packages/contract also the properties of objects, which become the fields of requests and responses.
 */
export function declaredNames(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const isContract = file.startsWith('packages/contract/');
  const isChecked = (node) =>
    isContract && (ts.isPropertyAssignment(node) || ts.isPropertySignature(node))
      ? !Object.hasOwn(allowedProperties, node.name.text)
      : !isNamedElsewhere(node);
  const names = [];
  const visit = (node) => {
    if (node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) && isChecked(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
      names.push({ name: node.name.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns the errors of a file: in its name, and in the names that its text declares. */
export function nameErrors(file, text) {
  const names = [
    { name: file, location: file },
    ...(/\.(tsx?|mjs)$/.test(file) ? declaredNames(file, text) : []).map(({ name, line }) => ({
      name,
      location: `${file}:${line}`,
    })),
  ];
  const banned = replacementsIn(file);
  return names.flatMap(({ name, location }) =>
    bannedWordsIn(name, banned).map(
      (word) => `${location} ${name}: use ${banned[word]} instead of "${word}" (docs/glossary.md)`,
    ),
  );
}

function main() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|css|sql|ya?ml)$/.test(file) && !file.includes('/generated/'))
    .filter((file) => existsSync(path.join(root, file)));
  const errors = files.flatMap((file) => nameErrors(file, readFileSync(path.join(root, file), 'utf8')));
  for (const error of errors) process.stderr.write(`${error}\n`);
  return errors.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main();
