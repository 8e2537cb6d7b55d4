import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});
const lockFile = new URL('../../package-lock.json', import.meta.url);

it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])(
  'the lock file has every optional package for %s',
  (platform) => {
    const { packages } = Lock.parse(JSON.parse(readFileSync(lockFile, 'utf8')));
    const locked = new Set(
      Object.keys(packages).map((location) => location.slice(location.lastIndexOf('node_modules/') + 13)),
    );
    const required = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => name.includes(platform)),
    );
    expect(required.length).toBeGreaterThan(5);
    expect(required.filter((name) => !locked.has(name))).toEqual([]);
  },
);
