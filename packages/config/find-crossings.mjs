import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the files of a package's `src` import that its `layers.mjs` does not let them, a line each. That file exports
 * - `mayImport`: for each folder of src, or for one file of it, the other folders and files of src that it may import,
 *   besides those that lie in no folder and generated ones;
 * - `apart`: the folder, if any, whose own folders must not import each other;
 * - `never`: a pattern of files that are only imported from their own folder, and by what lies in none.
 */
export function findCrossings(src, { mayImport, apart, never }) {
  return filesOf(src).flatMap((file) => {
    const [folder, ...below] = file.split('/');
    if (below.length === 0 || folder === 'generated') return [];
    const allowed = mayImport[file] ?? mayImport[folder];
    if (allowed === undefined) return [`src/${file}: layers.mjs does not say what ${folder} may import`];
    const own = folder === apart ? `${folder}/${below[0]}` : folder;
    const isAllowed = (wanted) =>
      !wanted.includes('/') ||
      wanted.startsWith(`${own}/`) ||
      (!never?.test(wanted) &&
        ['generated', ...allowed].some((place) => wanted === place || wanted.startsWith(`${place}/`)));
    return importsIn(readFileSync(path.join(src, file), 'utf8'))
      .map((wanted) => path.posix.join(path.posix.dirname(file), wanted))
      .filter((wanted) => !isAllowed(wanted))
      .map((wanted) => `src/${file} must not import ${wanted}: see layers.mjs`);
  });
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file));

/** The relative paths that a module names after `from` or `import`. */
const importsIn = (text) =>
  [...text.matchAll(/\b(?:from|import)(?:\s|\(|\/\*[^]*?\*\/|\/\/.*\n)*(['"`])(\.{1,2}\/[^'"`]+)\1/g)].map(
    ([, , wanted]) => wanted,
  );
