// Builds the portal in memory and weighs the JavaScript of its first screens. Exits with 1 when one is too heavy.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const limits = {
  login: { kilobytes: 92, begins: [] },
  workspaces: {
    kilobytes: 160,
    begins: ['src/app/start/start-portal.tsx', 'src/features/workspaces/workspaces.page.tsx'],
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));
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
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`No chunk begins with ${module}`);
    visit(chunk);
  }
  return [...found];
}

function heaviestModules(loaded) {
  return loaded
    .flatMap(({ modules }) => Object.entries(modules))
    .sort(([, one], [, other]) => other.renderedLength - one.renderedLength)
    .slice(0, 15)
    .map(([id, { renderedLength }]) => `${Math.round(renderedLength / 1000)}`.padStart(6) + ` KB of source  ${id}`);
}

for (const [page, { kilobytes, begins }] of Object.entries(limits)) {
  const loaded = chunksOf(begins);
  const weight = loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000;
  process.stdout.write(`${page}: ${weight.toFixed(1)} KB gz of JavaScript, at most ${kilobytes}\n`);
  if (weight <= kilobytes) continue;
  process.stdout.write(`The heaviest modules:\n${heaviestModules(loaded).join('\n')}\n`);
  process.exitCode = 1;
}
