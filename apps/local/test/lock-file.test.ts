import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});
const lockFile = new URL('../../../package-lock.json', import.meta.url);

it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])(
  'the lock file names every package for %s: one that it leaves out is not installed there',
  (platform) => {
    const { packages } = Lock.parse(JSON.parse(readFileSync(lockFile, 'utf8')));
    const named = new Set(Object.keys(packages).map((place) => place.slice(place.lastIndexOf('node_modules/') + 13)));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => name.includes(platform)),
    );
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  },
);
