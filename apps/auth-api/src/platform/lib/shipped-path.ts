import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors/app-error.ts';

/**
 * The path of a file or folder that ships with the API. It is not at the same place for the bundle in dist/ as for the sources,
 * so this takes the first candidate that exists, relative to the calling module. Otherwise it throws `notFoundMessage` with the
 * candidates.
 */
export function findShippedPath(moduleUrl: string, candidates: readonly string[], notFoundMessage: string): string {
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, moduleUrl)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new AppError(`${notFoundMessage} None of these exists: ${paths.join(', ')}.`);
  return found;
}
