import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

describe('the workflows', () => {
  interface Step {
    readonly uses?: string;
    readonly run?: string;
    readonly shell?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly env?: Readonly<Record<string, string>>;
  }
  interface Job {
    readonly steps: readonly Step[];
    readonly needs?: string;
    readonly strategy?: { readonly matrix: { readonly command?: readonly string[] } };
  }
  interface Workflow {
    readonly on: { readonly schedule?: readonly { readonly cron: string }[] };
    readonly permissions: unknown;
    readonly jobs: Readonly<Record<string, Job>>;
  }
  const load = async (name: string) => parse(await read(`.github/workflows/${name}`)) as Workflow;

  it('pin every action by commit and name its version', async () => {
    const names = await readdir(pathOf('.github/workflows'));
    expect(names).toContain('release.yml');
    const lines = (await Promise.all(names.map((name) => read(`.github/workflows/${name}`)))).join('\n');
    const uses = [...lines.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(20);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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

  /** The commands of all jobs, with those of a matrix. */
  const commands = async () => {
    const names = await readdir(pathOf('.github/workflows'));
    const jobs = (await Promise.all(names.map(load))).flatMap((workflow) => Object.values(workflow.jobs));
    return jobs.flatMap(({ steps, strategy }) => [
      ...steps.flatMap(({ run = '' }) => run.split('\n')),
      ...(strategy?.matrix.command ?? []),
    ]);
  };
  interface Package {
    readonly scripts: Readonly<Record<string, string>>;
  }
  /** Each command that runs a script of a package.json, with its folder and the name of the script. A new one needs a row here. */
  const scripts: Readonly<Record<string, { readonly path: string; readonly name: string }>> = {
    'npm run test:deployment': { path: '.', name: 'test:deployment' },
    'npm run test:mutation -- ${{ matrix.group }}': { path: '.', name: 'test:mutation' },
    'npm run --silent rehearse:restore -- --point-in-time | tee -a "$GITHUB_STEP_SUMMARY"': {
      path: '.',
      name: 'rehearse:restore',
    },
    'npm run test:races -w @portal/auth-api': { path: 'apps/auth-api', name: 'test:races' },
    'BAD_INPUT_RUNS=20000 npm test -w @portal/auth-api -- test/pipeline/bad-input.test.ts': {
      path: 'apps/auth-api',
      name: 'test',
    },
    'RESPONSE_DELAY_MS=150 npm test -w @portal/portal': { path: 'apps/portal', name: 'test' },
  };
  const scriptOf = async (command: string) => {
    const { path = '.', name = '' } = scripts[command] ?? {};
    return { path, script: (JSON.parse(await read(join(path, 'package.json'))) as Package).scripts[name] };
  };

  /** The variables of the environment that the tests of a workspace read. */
  const variablesOf = async (path: string) => {
    const files = await readdir(pathOf(join(path, 'test')), { recursive: true });
    const texts = await Promise.all(
      files.filter((file) => file.endsWith('.ts')).map((file) => read(join(path, 'test', file))),
    );
    return texts.flatMap((text) => [...text.matchAll(/process\.env(?:\.|\[')(\w+)/g)].map(([, name]) => name));
  };

  it('run scripts and programs that exist', async () => {
    const texts = await commands();
    const named = texts.filter((text) => /\bnpm (?:.* )?(?:run|test)\b/.test(text)).map((text) => text.trim());
    expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
    for (const text of named) {
      expect([text, (await scriptOf(text)).script]).toEqual([text, expect.stringMatching(/^\S/)]);
    }
    const programs = texts.flatMap((text) =>
      [...text.matchAll(/\bnode ([\w/.-]+\.mjs)/g)].map(([, name = '']) => name),
    );
    expect(programs.length).toBeGreaterThan(3);
    for (const name of programs) await expect(access(pathOf(name))).resolves.toBeUndefined();
    const { tasks } = JSON.parse(await read('turbo.json')) as { tasks: Readonly<Record<string, unknown>> };
    const used = texts.flatMap((text) => /\bturbo run ([a-z :]+)/.exec(text)?.[1]?.trim().split(' ') ?? []);
    expect(Object.keys(tasks)).toEqual(expect.arrayContaining(used));
  });

  it('test each night with files and variables that the tests have, and with other invalid input each time', async () => {
    const { jobs, on } = await load('nightly.yml');
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^0 \d \* \* \*$/) as string }]);
    const { steps = [], strategy } = jobs['test'] ?? {};
    const nightly = strategy?.matrix.command ?? [];
    expect(nightly.length).toBeGreaterThan(2);
    const test = steps.find(({ run }) => run === '${{ matrix.command }}');
    expect(test?.env).toEqual({ BAD_INPUT_SEED: '${{ github.run_number }}' });
    for (const command of nightly) {
      const { path, script = '' } = await scriptOf(command);
      const words = `${command} ${script}`.split(' ');
      for (const file of words.filter((word) => word.startsWith('test/')))
        await expect(access(pathOf(join(path, file)))).resolves.toBeUndefined();
      const variables = words.flatMap((word) => /^([A-Z_]+)=/.exec(word)?.[1] ?? []);
      if (command.includes('bad-input')) variables.push('BAD_INPUT_SEED');
      expect(await variablesOf(path)).toEqual(expect.arrayContaining(variables));
      // Without a variable, the night would run what each change runs.
      expect([command, variables]).not.toEqual([command, []]);
    }
    expect(nightly.some((command) => command.includes('bad-input'))).toBe(true);
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

  it('verify a release as an operator does before it is announced', async () => {
    const { jobs } = await load('release.yml');
    const last = jobs['release']?.steps.at(-1)?.run ?? '';
    expect(last.indexOf('deploy/verify-images.sh')).toBeGreaterThan(-1);
    expect(last.indexOf('deploy/verify-images.sh')).toBeLessThan(last.indexOf('gh release create'));
  });
});
