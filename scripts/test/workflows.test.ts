import { execFileSync, spawnSync } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

describe('the workflows', () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
    readonly shell?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }
  interface Job {
    readonly steps: readonly Step[];
    readonly needs?: string;
    readonly strategy?: { readonly matrix: unknown };
  }
  interface Workflow {
    readonly permissions: unknown;
    readonly jobs: Readonly<Record<string, Job>>;
  }
  const load = async (name: string) => parse(await read(`.github/workflows/${name}`)) as Workflow;

  it('pin every action by one commit and name its version', async () => {
    const names = await readdir(pathOf('.github/workflows'));
    expect(names).toContain('release.yml');
    const lines = (await Promise.all(names.map((name) => read(`.github/workflows/${name}`)))).join('\n');
    const uses = [...lines.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(20);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const actions = new Set(uses);
    expect([...actions].map((action) => action.split('@')[0])).toHaveLength(
      new Set([...actions].map((action) => action.split('@')[0])).size,
    );
  });

  it('can only read by default', async () => {
    for (const name of await readdir(pathOf('.github/workflows'))) {
      expect([name, (await load(name)).permissions]).toEqual([
        name,
        name === 'scorecard.yml' ? 'read-all' : { contents: 'read' },
      ]);
    }
  });

  it('fail if a command before a pipe fails', async () => {
    for (const name of await readdir(pathOf('.github/workflows'))) {
      const steps = Object.values((await load(name)).jobs).flatMap((job) => job.steps);
      for (const { run = '', shell } of steps.filter((step) => / \| /.test(step.run ?? '')))
        expect([name, run, shell]).toEqual([name, run, 'bash']);
    }
  });

  /** The lines of all workflows, without comments, each with the folder of the workspace that it names. */
  const readLines = async () => {
    const names = await readdir(pathOf('.github/workflows'));
    const texts = await Promise.all(names.map((name) => read(`.github/workflows/${name}`)));
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => !line.trim().startsWith('#'));
    return lines.map((line) => {
      const workspace = / -w @portal\/(\S+)/.exec(line)?.[1];
      return { line, folder: workspace === undefined ? '.' : `apps/${workspace}` };
    });
  };

  it('run npm scripts that exist', async () => {
    const scripts = (await readLines()).flatMap(({ line, folder }) =>
      [...line.matchAll(/\bnpm (?:run --silent |run |(?=test\b))([\w:]+)/g)].map(([, name]) => ({ folder, name })),
    );
    expect(scripts).toContainEqual({ folder: 'apps/auth-api', name: 'test:races' });
    for (const { folder, name } of scripts) {
      const manifest = JSON.parse(await read(join(folder, 'package.json'))) as { scripts: object };
      expect(Object.keys(manifest.scripts)).toContain(name);
    }
  });

  it('run programs and tests that exist', async () => {
    const files = (await readLines()).flatMap(({ line, folder }) =>
      [...line.matchAll(/[\w./-]+\.(?:mjs|sh|ts)\b/g)].map(([file]) => join(folder, file)),
    );
    expect(files).toContain('apps/auth-api/test/request/bad-input.test.ts');
    for (const file of files) await expect(access(pathOf(file))).resolves.toBeUndefined();
  });

  it.each([
    ['BAD_INPUT_RUNS', 'apps/auth-api/test/request/bad-input.test.ts'],
    ['BAD_INPUT_SEED', 'apps/auth-api/test/request/bad-input.test.ts'],
    ['RESPONSE_DELAY_MS', 'apps/portal/test/support/api-server.ts'],
  ])('set %s each night, which the tests read', async (variable, file) => {
    expect(await read('.github/workflows/nightly.yml')).toMatch(new RegExp(`\\b${variable}(?:=|: )`));
    expect(await read(file)).toMatch(new RegExp(`process\\.env\\W+${variable}\\b`));
  });

  it('release an image under its version only after tests, scan, signature and provenance', async () => {
    const { jobs } = await load('release.yml');
    expect(jobs['images']?.needs).toBe('test');
    expect(jobs['release']?.needs).toBe('images');
    const steps = jobs['images']?.steps ?? [];
    const indexOf = (part: string) => {
      const index = steps.findIndex(({ uses = '', run = '' }) => uses.includes(part) || run.includes(part));
      expect([part, index]).not.toEqual([part, -1]);
      return index;
    };
    const order = ['build-push-action', 'scan-action', 'cosign sign', 'attest-build-provenance', 'imagetools create'];
    const indexes = order.map(indexOf);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
    const build = steps.find(({ uses = '' }) => uses.includes('build-push-action'))?.with;
    expect(build).toMatchObject({ platforms: 'linux/amd64,linux/arm64', sbom: true, provenance: 'mode=max' });
    expect(build).not.toHaveProperty('tags');
    expect(build?.['outputs']).toContain('push-by-digest=true');
    const scan = steps.find(({ uses = '' }) => uses.includes('scan-action'))?.with;
    expect(scan).toMatchObject({ 'fail-build': true, 'severity-cutoff': 'high' });
  });

  it('release nothing from a cache, which other workflows can write', async () => {
    const { jobs } = await load('release.yml');
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const setups = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(setups).toHaveLength(3);
    // Source: https://github.com/actions/setup-node, "package-manager-cache": on by default if package.json names npm.
    for (const setup of setups) expect(setup.with).toMatchObject({ 'package-manager-cache': false });
  });

  it('run the tests on every version of Node that starts, and everything else on the recommended one', async () => {
    const { jobs } = await load('ci.yml');
    expect(jobs['test']?.strategy?.matrix).toEqual({ node: ['20', '22', '24', '26'] });
    const recommended = (await read('.nvmrc')).trim();
    expect(await read('Dockerfile')).toMatch(new RegExp(`^FROM node:${recommended}\\.`, 'm'));
    const versions = (await readLines()).flatMap(({ line }) => /node-version(?:-file)?: (.+)$/.exec(line)?.[1] ?? []);
    expect(new Set(versions)).toEqual(new Set(['.nvmrc', '${{ matrix.node }}']));
  });

  describe('check the subjects of the commits of a pull request', () => {
    let repository: string;
    beforeEach(async () => {
      repository = await mkdtemp(join(tmpdir(), 'commit-subjects-'));
      git('init', '--quiet');
      commit('start');
    });
    afterEach(() => rm(repository, { recursive: true }));

    function git(...args: string[]): void {
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: repository });
    }

    function commit(subject: string): void {
      git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', subject);
    }

    /** Runs the step as GitHub does for `shell: bash`: with -e and pipefail. */
    async function check(base: string) {
      const { jobs } = await load('ci.yml');
      const { run = '', shell } = jobs['commit-subjects']?.steps.find((step) => step.run?.includes('git log')) ?? {};
      expect(shell).toBe('bash');
      const env = { ...process.env, BASE_SHA: base, HEAD_SHA: 'HEAD' };
      const options = { cwd: repository, env, encoding: 'utf8' } as const;
      const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', run], options);
      return { status, stdout };
    }

    it.each([
      ['of 72 characters', 'A'.padEnd(72, 'a')],
      ['that starts with a capital letter', 'Revoke API tokens of removed members'],
    ])('and accept one %s', async (_kind, subject) => {
      commit(subject);
      expect(await check('HEAD~1')).toEqual({ status: 0, stdout: '' });
    });

    it.each([
      ['of 73 characters', 'A'.padEnd(73, 'a')],
      ['in lower case', 'revoke API tokens'],
      ['with a period at its end', 'Revoke API tokens.'],
    ])('and reject one %s', async (_kind, subject) => {
      commit(subject);
      const { status, stdout } = await check('HEAD~1');
      expect([status, stdout.split('\n')[0]]).toEqual([1, subject]);
    });

    it('and fail if the range does not exist', async () => {
      expect((await check('missing')).status).not.toBe(0);
    });
  });

  it('verify a release as an operator does before it is announced', async () => {
    const { jobs } = await load('release.yml');
    const last = jobs['release']?.steps.at(-1)?.run ?? '';
    expect(last.indexOf('deploy/verify-images.sh')).toBeGreaterThan(-1);
    expect(last.indexOf('deploy/verify-images.sh')).toBeLessThan(last.indexOf('gh release create'));
  });
});
