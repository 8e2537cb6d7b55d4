import { fileURLToPath } from 'node:url';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { findShippedPath } from '../../../src/platform/lib/shipped-path.ts';

const absolute = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('a file that ships with the API', () => {
  it('is at the first candidate that exists, relative to the module', () => {
    const candidates = ['./nowhere', './shipped-path.test.ts', '../lib'];
    expect(findShippedPath(import.meta.url, candidates, 'Missing.')).toBe(absolute('./shipped-path.test.ts'));
  });

  it('that is missing is reported with every place where it could be', () => {
    expect(() => findShippedPath(import.meta.url, ['./one', './two'], 'No documents.')).toThrow(
      new AppError(`No documents. None of these exists: ${absolute('./one')}, ${absolute('./two')}.`),
    );
  });
});
