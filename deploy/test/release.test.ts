import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { runWithFakes } from './fake-programs.ts';
import { commandsIn } from './page-commands.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
});
afterEach(() => rm(folder, { recursive: true }));

const digestOf = (name: string) => `sha256:${Buffer.from(name).toString('hex').padEnd(64, '0')}`;
const digests = { 'auth-api': digestOf('auth-api'), portal: digestOf('portal'), backup: digestOf('backup') };
const registry = 'ghcr.io/example/account-portal';

/**
 * Programs that an operator has: a registry with two versions of each image, and signatures that are right. As with the real buildx,
 * only a format that begins with `{{json` prints nothing but a value.
 */
const fakes = {
  docker: `case "$*" in
${Object.entries(digests)
  .flatMap(([name, digest]) =>
    ['0.1.0', '0.2.0'].map(
      (version) =>
        `  *inspect\\ ${registry}/${name}:${version}\\ --format\\ '{{json .Manifest.Digest}}') echo '"${digest}"' ;;\n` +
        `  *inspect\\ ${registry}/${name}:${version}*) printf 'Name: ${name}\\nDigest: ${digest}\\n' ;;`,
    ),
  )
  .join('\n')}
  *inspect*) echo 'not found' >&2; exit 1 ;;
  *'ps --quiet auth-api'*) echo old1; echo old2 ;;
esac`,
  cosign: '',
  gh: '',
  git: '',
  curl: '',
};

describe('deploy/verify-images.sh', () => {
  const verify = (version: string, programs: Partial<typeof fakes> = {}) =>
    runWithFakes(`'${pathOf('deploy/verify-images.sh')}' ${version}`, {
      cwd: folder,
      fakes: { ...fakes, ...programs },
    });
  beforeEach(() => cp(pathOf('deploy/production.env.example'), join(folder, 'production.env')));
  const written = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted();

  it('writes the digests of the images that the release workflow signed and built for the tag', async () => {
    const { code, err, calls } = await verify('0.2.0');
    expect([code, err]).toEqual([0, expect.stringContaining('Wrote images.env for version 0.2.0.')]);
    const images = await readFile(join(folder, 'images.env'), 'utf8');
    expect(images.split('\n').slice(1, -1)).toEqual([
      'VERSION=0.2.0',
      `AUTH_API_DIGEST=${digests['auth-api']}`,
      `PORTAL_DIGEST=${digests.portal}`,
      `BACKUP_DIGEST=${digests.backup}`,
    ]);
    const workflow = 'example/account-portal/.github/workflows/release.yml';
    const signer = `--certificate-identity https://github.com/${workflow}@refs/tags/v0.2.0 --certificate-oidc-issuer https://token.actions.githubusercontent.com`;
    for (const [name, digest] of Object.entries(digests)) {
      const image = `${registry}/${name}@${digest}`;
      expect(calls.filter((call) => call.includes(image))).toEqual([
        `cosign verify ${image} ${signer}`,
        `cosign verify-attestation ${image} --type cyclonedx ${signer}`,
        `gh attestation verify oci://${image} --repo example/account-portal --signer-workflow ${workflow} --source-ref refs/tags/v0.2.0`,
      ]);
    }
    expect(calls.filter((call) => call.includes('pull'))).toEqual([]);
  });

  it('writes the images of the Kubernetes base', async () => {
    await verify('0.2.0');
    const { kind, images } = parse(await readFile(join(folder, 'images/kustomization.yaml'), 'utf8')) as {
      kind: string;
      images: { name: string; newName: string; digest: string }[];
    };
    expect(kind).toBe('Component');
    const base = parse(await read('deploy/kubernetes/kustomization.yaml')) as { images: { name: string }[] };
    expect(images.map(({ name }) => name).toSorted()).toEqual(base.images.map(({ name }) => name).toSorted());
    for (const { name, newName, digest } of images) {
      const short = name.split('/').at(-1) as keyof typeof digests;
      expect([newName, digest]).toEqual([`${registry}/${short}`, digests[short]]);
    }
  });

  it.each([
    ['a signature', { cosign: 'case "$*" in verify\\ */backup@*) exit 1 ;; esac' }],
    ['a list of packages', { cosign: 'case "$*" in verify-attestation\\ */backup@*) exit 1 ;; esac' }],
    ['the provenance', { gh: 'case "$*" in *backup*) exit 1 ;; esac' }],
    ['a digest', { docker: 'echo latest' }],
  ])('writes nothing if %s is wrong', async (_what, programs) => {
    expect((await verify('0.2.0', programs)).code).toBe(1);
    expect(await written()).toEqual(['production.env']);
  });

  it('writes nothing for a version that the registry does not have', async () => {
    expect((await verify('9.9.9')).code).toBe(1);
    expect(await written()).toEqual(['production.env']);
  });

  it('leaves the digests of the running version alone', async () => {
    await writeFile(join(folder, 'images.env'), 'VERSION=0.1.0\n');
    await verify('0.2.0');
    expect(await readFile(join(folder, 'images.env'), 'utf8')).toBe('VERSION=0.1.0\n');
    expect(await readFile(join(folder, 'images.new.env'), 'utf8')).toContain('VERSION=0.2.0\n');
    expect(await written()).toEqual(['images', 'images.env', 'images.new.env', 'production.env']);
  });
});

it.each(['deploy/verify-images.sh', 'deploy/pin-bases.mjs', '.github/workflows/release.yml'])(
  '%s reads digests from buildx as JSON, because with any other format buildx prints a text for people',
  async (path) => {
    const text = await read(path);
    expect(text).toContain("'{{json .Manifest.Digest}}'");
    expect(text).not.toContain("'{{.");
  },
);

describe('docs/operating/upgrade.md', () => {
  beforeEach(async () => {
    await cp(pathOf('deploy'), join(folder, 'deploy'), { recursive: true });
    await cp(pathOf('deploy/production.env.example'), join(folder, 'production.env'));
    await writeFile(join(folder, 'images.env'), 'VERSION=0.1.0\n');
  });
  const follow = async (heading: string) =>
    runWithFakes(await commandsIn('upgrade.md', heading), { cwd: folder, fakes });
  const imagesEnv = () => readFile(join(folder, 'images.env'), 'utf8');
  const previousEnv = () => readFile(join(folder, 'images.previous.env'), 'utf8');

  it('upgrades word by word: back up, verify, pull, migrate, roll out, verify', async () => {
    const { code, err, calls } = await follow('Upgrade');
    expect([code, err.replaceAll(/^ .*\n/gm, '')]).toEqual([0, expect.stringContaining('Wrote images.new.env')]);
    const steps = calls.filter((call) => !/imagetools|cosign|attestation/.test(call));
    expect(steps).toEqual([
      'docker compose run --rm --no-deps backup create /backups',
      'git fetch --tags',
      'git checkout v0.2.0',
      'docker compose --profile tools pull',
      'docker compose run --rm --no-deps migrate',
      'docker compose ps --quiet auth-api',
      'docker compose rm --force setup migrate',
      'docker compose up -d --pull never --no-recreate --wait --scale auth-api=4 auth-api',
      'docker stop old1 old2',
      'docker rm old1 old2',
      'docker compose up -d --pull never migrate',
      'docker compose up -d --pull never',
      'docker compose ps --all',
      'curl --fail --retry 10 --retry-all-errors https://portal.example.com/api/version',
      'curl --fail https://portal.example.com/api/health/ready',
    ]);
    const lastCheck = calls.findLastIndex((call) => /cosign|attestation/.test(call));
    expect(lastCheck).toBeLessThan(calls.indexOf('docker compose --profile tools pull'));
    expect(await imagesEnv()).toContain('VERSION=0.2.0');
    expect(await previousEnv()).toBe('VERSION=0.1.0\n');
  });

  it('backs up with the running version, and pulls and migrates with the verified one', async () => {
    const docker = `${fakes.docker}\necho "$*: $(cat "\${COMPOSE_ENV_FILES##*,}" | grep VERSION)" >> versions`;
    const { code } = await runWithFakes(await commandsIn('upgrade.md', 'Upgrade'), {
      cwd: folder,
      fakes: { ...fakes, docker },
      env: { COMPOSE_ENV_FILES: `${folder}/production.env,${folder}/images.env` },
    });
    expect(code).toBe(0);
    const versions = (await readFile(join(folder, 'versions'), 'utf8')).split('\n');
    expect(versions.filter((line) => line.startsWith('compose'))).toEqual([
      'compose run --rm --no-deps backup create /backups: VERSION=0.1.0',
      'compose --profile tools pull: VERSION=0.2.0',
      'compose run --rm --no-deps migrate: VERSION=0.2.0',
      'compose ps --quiet auth-api: VERSION=0.2.0',
      'compose rm --force setup migrate: VERSION=0.2.0',
      'compose up -d --pull never --no-recreate --wait --scale auth-api=4 auth-api: VERSION=0.2.0',
      'compose up -d --pull never migrate: VERSION=0.2.0',
      'compose up -d --pull never: VERSION=0.2.0',
      'compose ps --all: VERSION=0.2.0',
    ]);
  });

  it('keeps the old replicas if no new one becomes healthy, also in a shell that goes on after errors', async () => {
    const docker = `case "$*" in *--wait*) exit 1 ;; esac\n${fakes.docker}`;
    const { calls } = await runWithFakes(`set +e\n${await commandsIn('upgrade.md', 'Upgrade')}`, {
      cwd: folder,
      fakes: { ...fakes, docker },
    });
    expect(calls.filter((call) => call.includes('--wait'))).toHaveLength(1);
    expect(calls.filter((call) => /^docker (stop|rm) /.test(call))).toEqual([]);
  });

  it.each([
    ['removes only the new replicas of a roll-out that failed', 'old1\nold2', ['docker rm --force new1 new2']],
    ['removes no replica if the old ones are unknown', '', []],
  ])('%s', async (_what, old, removals) => {
    await writeFile(join(folder, 'images.previous.env'), 'VERSION=0.0.9\n');
    const docker = 'case "$*" in *ps*) printf "new1\nold1\nnew2\nold2\n" ;; "rm --force") exit 1 ;; esac';
    const { calls } = await runWithFakes(await commandsIn('upgrade.md', 'A new replica is not healthy'), {
      cwd: folder,
      env: { old },
      fakes: { ...fakes, docker },
    });
    expect(calls.filter((call) => /^docker rm --force ./.test(call)).map((call) => call.trim())).toEqual(removals);
    expect(await imagesEnv()).toBe(old === '' ? 'VERSION=0.1.0\n' : 'VERSION=0.0.9\n');
  });

  it('keeps the version that ran, also if another one was verified and not started', async () => {
    await writeFile(join(folder, 'images.new.env'), 'VERSION=0.1.1\n');
    await follow('Upgrade');
    expect([await imagesEnv(), await previousEnv()]).toEqual([
      expect.stringContaining('VERSION=0.2.0\n'),
      'VERSION=0.1.0\n',
    ]);
  });

  it('changes nothing if an image is not verified', async () => {
    const { code, calls } = await runWithFakes(await commandsIn('upgrade.md', 'Upgrade'), {
      cwd: folder,
      fakes: { ...fakes, gh: 'exit 1' },
    });
    expect(code).not.toBe(0);
    expect(calls.filter((call) => call.startsWith('docker compose'))).toEqual([
      'docker compose run --rm --no-deps backup create /backups',
    ]);
    expect(await imagesEnv()).toBe('VERSION=0.1.0\n');
  });

  it('goes back to the images of the version before, without a build, a pull or a migration', async () => {
    await follow('Upgrade');
    const { code, calls } = await follow('Go back');
    expect(code).toBe(0);
    expect(await imagesEnv()).toBe('VERSION=0.1.0\n');
    expect(calls).toEqual([
      'git checkout v0.1.0',
      'docker compose up -d --pull never',
      'curl --fail --retry 10 --retry-all-errors https://portal.example.com/api/version',
    ]);
  });
});

describe('docs/operating/install-compose.md', () => {
  it('installs a deployment word by word: settings, secrets, verify, pull, start', async () => {
    await cp(pathOf('deploy'), join(folder, 'deploy'), { recursive: true });
    const commands = await commandsIn('install-compose.md', 'Install a deployment');
    const sudo = 'case $1 in tee) echo secret > "$2" ;; install) ;; *) exec "$@" ;; esac';
    const docker = `${fakes.docker}\necho "settings: $COMPOSE_ENV_FILES" >> settings`;
    const { code, calls } = await runWithFakes(commands.replaceAll(' /etc/', ` ${folder}/etc/`), {
      cwd: folder,
      fakes: { ...fakes, docker, sudo },
      env: { EDITOR: 'true', COMPOSE_ENV_FILES: '' },
    });
    expect(code).toBe(0);
    const secrets = await readdir(join(folder, 'etc/account-portal/api-secrets'));
    // deploy/make-secrets.mjs demands these.
    expect(secrets.toSorted()).toEqual([
      'auth0_client_secret',
      'smtp_url',
      'stripe_secret_key',
      'stripe_webhook_secrets',
    ]);
    const steps = calls.filter((call) => !/^sudo|imagetools|cosign|attestation/.test(call));
    expect(steps).toEqual([
      'git checkout v0.1.0',
      'docker compose --profile tools pull',
      'docker compose up -d --pull never',
      'docker compose ps --all',
      'docker compose logs setup auth-api',
      'curl https://portal.example.com/api/health/ready',
    ]);
    const lastCheck = calls.findLastIndex((call) => /cosign|attestation/.test(call));
    expect(lastCheck).toBeLessThan(calls.indexOf('docker compose --profile tools pull'));
    const settings = (await readFile(join(folder, 'settings'), 'utf8')).trim().split('\n');
    expect(settings.at(-1)).toMatch(/^settings: \S+\/production\.env,\S+\/images\.env$/);
  });
});

describe('deploy/pin-bases.mjs', () => {
  const pin = (docker: string) =>
    runWithFakes(`'${process.execPath}' '${pathOf('deploy/pin-bases.mjs')}' Dockerfile docker-compose.yml`, {
      cwd: folder,
      fakes: { docker },
    });
  beforeEach(async () => {
    for (const name of ['Dockerfile', 'docker-compose.yml']) {
      const text = await read(name);
      await writeFile(join(folder, name), text.replaceAll(/@sha256:[0-9a-f]{64}/g, ''));
    }
  });
  const answer = `echo '"${digestOf('base')}"'`;

  it('adds the digest of each base image, and looks up each once', async () => {
    const { code, out, calls } = await pin(answer);
    expect(code).toBe(0);
    const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
    const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S*[:.]\S*) AS/gm)].map(([, image]) => image);
    expect(bases).toHaveLength(4);
    for (const image of bases) expect(image).toMatch(new RegExp(`^[a-z]+:[\\w.-]+@${digestOf('base')}$`));
    const compose = await readFile(join(folder, 'docker-compose.yml'), 'utf8');
    expect(compose).toMatch(new RegExp(`image: postgres:[\\w.-]+@${digestOf('base')}\n`));
    expect(compose).not.toMatch(/localhost\S*@|_DIGEST:[^}]*\}@/);
    expect(calls).toHaveLength(new Set(calls).size);
    expect(out.trim().split('\n')).toHaveLength(calls.length);
  });

  it('keeps digests, so that a second run changes nothing', async () => {
    await pin(answer);
    expect((await pin('exit 1')).calls).toEqual([]);
  });

  it.each(['latest', '"latest"', 'null'])('fails if the registry answers %s', async (text) => {
    expect((await pin(`echo '${text}'`)).code).not.toBe(0);
    expect(await readFile(join(folder, 'Dockerfile'), 'utf8')).not.toContain('@');
  });
});

it('the versions of a base image are the same everywhere', async () => {
  const texts = await Promise.all(['Dockerfile', 'docker-compose.yml'].map(read));
  const images = texts.join('').matchAll(/(?:^FROM (?:--platform=\S+ )?|image: )([a-z]+):(\S+)/gm);
  const versions = new Map<string, Set<string>>();
  for (const [, name = '', version = ''] of images) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  expect([...versions.keys()].toSorted()).toEqual(['caddy', 'node', 'postgres']);
  for (const [, found] of versions) expect(found.size).toBe(1);
});

it('shell scripts of the deployment have no syntax error', async () => {
  const names = (await readdir(pathOf('deploy'), { recursive: true })).filter((name) => name.endsWith('.sh'));
  expect(names).toContain('verify-images.sh');
  for (const name of names) {
    const error = await new Promise((resolve) => execFile('sh', ['-n', pathOf(`deploy/${name}`)], resolve));
    expect([name, error]).toEqual([name, null]);
  }
});
