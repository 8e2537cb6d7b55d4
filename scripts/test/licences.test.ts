import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = new URL('../licences.mjs', import.meta.url);

interface Found {
  readonly name: string;
  readonly licence: string;
}
const { licencesIn, licenceErrors } = (await import(script.href)) as {
  licencesIn: (lock: object) => Found[];
  licenceErrors: (found: readonly Found[]) => string[];
};

it('docs/generated/licences.md has every package of a release, and each licence is known and accepted', () => {
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(script), '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

const lock = {
  packages: {
    'apps/auth-api': { dependencies: { '@portal/contract': '*', express: '5' }, devDependencies: { jest: '30' } },
    'apps/portal': { dependencies: { react: '19' } },
    'packages/contract': { dependencies: { zod: '4' } },
    'node_modules/@portal/contract': { resolved: 'packages/contract', link: true },
    'node_modules/express': { license: 'MIT', dependencies: { cookie: '1', old: '1' } },
    'node_modules/express/node_modules/cookie': { license: 'GPL-3.0' },
    'node_modules/cookie': { license: 'MIT' },
    'node_modules/old': { optionalDependencies: { elsewhere: '1' } },
    'node_modules/jest': { license: 'MIT' },
    'node_modules/react': {
      license: 'MIT',
      peerDependencies: { zod: '4', jest: '*' },
      peerDependenciesMeta: { jest: { optional: true } },
    },
    'node_modules/zod': { license: 'MIT' },
  },
};

it('packages are found as Node finds them, without those that only build and test', () => {
  expect(licencesIn(lock)).toEqual([
    { name: 'cookie', licence: 'GPL-3.0' },
    { name: 'express', licence: 'MIT' },
    { name: 'old', licence: 'unknown' },
    { name: 'react', licence: 'MIT' },
    { name: 'zod', licence: 'MIT' },
  ]);
});

it('a licence that is unknown or not accepted is an error', () => {
  expect(licenceErrors(licencesIn(lock))).toEqual([
    'cookie: the licence is GPL-3.0, which scripts/licences.mjs does not accept.',
    'old: the licence is unknown, which scripts/licences.mjs does not accept.',
  ]);
});

it('a package that the lock file lacks is an error', () => {
  const broken = { packages: { ...lock.packages, 'apps/portal': { dependencies: { missing: '1' } } } };
  expect(() => licencesIn(broken)).toThrow('apps/portal needs missing');
});

describe('scripts/sbom.mjs', () => {
  interface Component {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly { readonly content: string }[];
  }
  const componentsOf = (workspace: string) => {
    const program = fileURLToPath(new URL('sbom.mjs', script));
    const { stdout } = spawnSync(process.execPath, [program, workspace], { encoding: 'utf8' });
    const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    return components;
  };

  it.each([
    ['apps/auth-api', 'express', 'jest'],
    ['apps/portal', 'react', 'vite'],
  ])(
    'lists the packages that %s loads, such as %s, each once with its hash, but not those that build it',
    (workspace, loaded, building) => {
      const components = componentsOf(workspace);
      const names = components.map(({ name }) => name);
      expect(names).toContain(loaded);
      expect(names).not.toContain(building);
      expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
      for (const { name, version, purl, hashes } of components) {
        expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
        expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      }
    },
  );

  it('runs without installed packages, as in the release workflow', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const files = ['sbom.mjs', 'licences.mjs', 'parse-options.mjs', 'package.json'].map((name) => `scripts/${name}`);
    for (const file of [...files, 'package-lock.json', 'apps/portal/package.json'])
      cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs', 'apps/portal'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    rmSync(folder, { recursive: true });
  });

  it('lists the same packages as docs/generated/licences.md', () => {
    const listed = [...componentsOf('apps/auth-api'), ...componentsOf('apps/portal')].map(({ name }) => name);
    const lockFile = new URL('../../package-lock.json', import.meta.url);
    const found = licencesIn(JSON.parse(readFileSync(lockFile, 'utf8')) as object).map(({ name }) => name);
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(found)].toSorted());
  });
});
