// Builds the portal in memory and weighs the JavaScript of its first screens. Exits with 1 when one is too heavy, and
// tells which modules grew since `--record` last wrote down their sizes.
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const limits = {
  login: { kilobytes: 110, begins: [] },
  workspaces: {
    // The goal is 170. React Router's data router alone is 21 more than its components (docs/decisions/0028).
    kilobytes: 183,
    begins: ['src/app/start/start-portal.tsx', 'src/features/workspaces/workspaces.page.tsx'],
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const recordFile = fileURLToPath(new URL('module-sizes.json', import.meta.url));
const { output } = await build({ root, logLevel: 'error', build: { write: false } });
const chunks = output.filter(({ type }) => type === 'chunk');

/** The entry, the chunks that a page begins with, and all that these import without being asked to. */
function chunksOf(begins) {
  const found = new Set();
  const visit = (chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  visit(chunks.find(({ isEntry }) => isEntry));
  for (const module of begins) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No chunk has ${module}`);
    visit(chunk);
  }
  return [...found];
}

/** Chunks that import each other: then code runs before what it needs, and the portal may not even start. */
function circlesIn() {
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

/** What stands for a module: its package, or its file where it is ours. */
function nameOf(id) {
  const [path] = id.replaceAll('\0', '').split('?');
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  return inPackage?.[1] ?? relative(repository, path);
}

/** The source that is left of each module after the bundler has thrown out what nobody uses, in bytes. */
function sizesOf(loaded) {
  const sizes = {};
  for (const [id, { renderedLength }] of loaded.flatMap(({ modules }) => Object.entries(modules))) {
    if (renderedLength > 0) sizes[nameOf(id)] = (sizes[nameOf(id)] ?? 0) + renderedLength;
  }
  return sizes;
}

function grownModules(sizes, recorded) {
  return Object.entries(sizes)
    .map(([name, size]) => ({ name, size, growth: size - (recorded[name] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((one, other) => other.growth - one.growth)
    .slice(0, 15)
    .map(({ name, size, growth }) => `  +${growth} bytes of source, now ${size}: ${name}`);
}

const circles = circlesIn();
if (circles.length > 0) {
  process.stdout.write(`These chunks import each other: ${circles.join(', ')}\n`);
  process.exitCode = 1;
}

const recorded = JSON.parse(await readFile(recordFile, 'utf8'));
const weighed = {};
for (const [page, { kilobytes, begins }] of Object.entries(limits)) {
  const loaded = chunksOf(begins);
  const weight = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000;
  process.stdout.write(`${page}: ${weight.toFixed(1)} KB gz of JavaScript, at most ${kilobytes}\n`);
  weighed[page] = sizesOf(loaded);
  if (weight <= kilobytes) continue;
  const grown = grownModules(weighed[page], recorded[page] ?? {});
  process.stdout.write(`Grown since ${relative(repository, recordFile)} was written:\n${grown.join('\n')}\n`);
  process.exitCode = 1;
}
if (process.argv.includes('--record')) {
  const sorted = Object.fromEntries(
    Object.entries(weighed).map(([page, sizes]) => [page, Object.fromEntries(Object.entries(sizes).sort())]),
  );
  await writeFile(recordFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
