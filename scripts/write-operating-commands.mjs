#!/usr/bin/env node
// `npm run commands`: writes the table of docs/operating/commands.md from the files in deploy/commands, one column for each.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { parseOptions } from './parse-options.mjs';

const { values } = parseOptions(
  `Usage: npm run commands [-- --check]
Writes the table of docs/operating/commands.md from the files in deploy/commands.
  --check  writes nothing, and fails if the table differs`,
  { options: { check: { type: 'boolean', default: false } } },
);
const root = fileURLToPath(new URL('..', import.meta.url));
const platforms = { Compose: 'compose', systemd: 'systemd', Kubernetes: 'kubernetes' };

/** The functions of a file, each with the comment above it or above those before it. */
function functionsOf(platform) {
  const text = readFileSync(path.join(root, `deploy/commands/${platform}.sh`), 'utf8');
  const functions = new Map();
  let purpose = '';
  for (const [, comment, name, line, block] of text.matchAll(
    /^(?:# (.+)|(\w+)\(\) (?:\{ (.+?);? \}|[{(]\n([^]*?)\n[})]))$/gm,
  )) {
    if (comment === undefined) functions.set(name, { purpose, lines: (line ?? block).split('\n') });
    else purpose = comment;
  }
  return functions;
}

const cellOf = (lines) => lines.map((line) => `\`${line.trim().replaceAll('|', '\\|')}\``).join('<br>');

const columns = Object.values(platforms).map(functionsOf);
const [first, ...others] = columns;
const rows = [...first]
  .filter(([name]) => others.every((functions) => functions.has(name)))
  .map(([name, { purpose }]) =>
    [`\`${name}\``, purpose, ...columns.map((functions) => cellOf(functions.get(name).lines))].join(' | '),
  );
const table = [
  ['command', 'what it is for', ...Object.keys(platforms)].join(' | '),
  '--- | --- | --- | --- | ---',
  ...rows,
].map((row) => `| ${row} |`);

const file = path.join(root, 'docs/operating/commands.md');
const page = readFileSync(file, 'utf8');
const [start, end] = ['<!-- npm run commands writes this table -->\n', '\n<!-- end -->'];
const before = page.slice(0, page.indexOf(start) + start.length);
const after = page.slice(page.indexOf(end));
const { code } = await format(file, `${before}\n${table.join('\n')}\n${after}`, { printWidth: 120, singleQuote: true });
if (values.check) process.exitCode = code === page ? 0 : 1;
else writeFileSync(file, code);
