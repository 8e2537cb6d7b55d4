import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

it.each([
  ['ls', '--all'],
  ['sbom', '--sbom-format=cyclonedx'],
])('npm %s accepts the versions of all packages', (...args) => {
  const options = { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm', [...args, '--package-lock-only'], { ...options, maxBuffer: 2 ** 26 });
  expect([status, stderr]).toEqual([0, '']);
});
