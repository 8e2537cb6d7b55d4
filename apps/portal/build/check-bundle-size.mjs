// Builds the portal in memory and measures the JavaScript of its first screens. Exits with 1 if one exceeds its limit, and
// lists the modules that grew since `--record` last recorded their sizes.
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const limits = {
  login: { kilobytes: 110, modules: [] },
  workspaces: {
    // The goal is 170. React Router's data router alone is 21 more than its components (docs/decisions/0028).
    // The invitations above the list are 3.5, most of it their calls and schemas. The banner of a pending deletion is 1.
    // Filters, sorting, rows, arrow keys and undo of the list are 3. The card of an invitation whose mailbox is not proven is 1.
    // Email addresses with domains in Unicode are 2.5, most of it Punycode, which browsers only encode.
    // The API's clock, the logout in other tabs and Enter in the search are 1.5. What is charged when a subscription starts again, and
    // logins that were not completed, are 0.5. The routes of terminal logins and the port of local instances are 0.4. The button and the
    // key of the command palette, and the recent workspaces, are 1. Less than 2 is room for small fixes.
    kilobytes: 195,
    modules: ['src/app/bootstrap/start-portal.tsx', 'src/features/workspaces/workspaces.page.tsx'],
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const recordFile = fileURLToPath(new URL('module-sizes.json', import.meta.url));
const { output } = await build({ root, logLevel: 'error', build: { write: false } });
const chunks = output.filter(({ type }) => type === 'chunk');

/** The entry, the chunks of the given modules, and all that they import statically. */
function chunksOf(modules) {
  const found = new Set();
  const visit = (chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  visit(chunks.find(({ isEntry }) => isEntry));
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No chunk has ${module}`);
    visit(chunk);
  }
  return [...found];
}

/** Chunks that import each other. Their code can run before its dependencies, so that the portal may not start. */
function findChunkCycles() {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const reaches = (from, goal, seen = new Set()) =>
    importsOf.get(from).some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  return [...importsOf.keys()].filter((name) => reaches(name, name));
}

/** The package of a module, or the path of a module of this repository. */
function moduleName(id) {
  const [path] = id.replaceAll('\0', '').split('?');
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  return inPackage?.[1] ?? relative(repository, path);
}

/** The size of each module after tree shaking, before compression, in bytes. */
function sizesOf(loaded) {
  const sizes = {};
  for (const [id, { renderedLength }] of loaded.flatMap(({ modules }) => Object.entries(modules))) {
    if (renderedLength > 0) sizes[moduleName(id)] = (sizes[moduleName(id)] ?? 0) + renderedLength;
  }
  return sizes;
}

function grownModules(sizes, recorded) {
  return Object.entries(sizes)
    .map(([name, size]) => ({ name, size, growth: size - (recorded[name] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .slice(0, 15)
    .map(({ name, size, growth }) => `  +${growth} bytes of source, now ${size}: ${name}`);
}

const cycles = findChunkCycles();
if (cycles.length > 0) {
  process.stdout.write(`These chunks import each other: ${cycles.join(', ')}\n`);
  process.exitCode = 1;
}

const recorded = JSON.parse(await readFile(recordFile, 'utf8'));
const measured = {};
for (const [page, { kilobytes, modules }] of Object.entries(limits)) {
  const loaded = chunksOf(modules);
  const size = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000;
  process.stdout.write(`${page}: ${size.toFixed(1)} KB of JavaScript (gzip), limit ${kilobytes} KB\n`);
  measured[page] = sizesOf(loaded);
  if (size <= kilobytes) continue;
  const grown = grownModules(measured[page], recorded[page] ?? {});
  process.stdout.write(
    `Modules that grew since ${relative(repository, recordFile)} was recorded:\n${grown.join('\n')}\n`,
  );
  process.exitCode = 1;
}
if (process.argv.includes('--record')) {
  const sorted = Object.fromEntries(
    Object.entries(measured).map(([page, sizes]) => [page, Object.fromEntries(Object.entries(sizes).sort())]),
  );
  await writeFile(recordFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
