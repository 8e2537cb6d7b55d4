import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const ownSettings = new URL('../../.npmrc', import.meta.url);
const installer = new URL('../install.mjs', import.meta.url).href;
const defaultPath = '/small/-/small-1.0.0.tgz';

let folder: string;
let project: string;
let archive: Buffer;
let registry: Server;
let requests: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'install-'));
  const small = path.join(folder, 'small');
  await mkdir(small);
  await writeFile(path.join(small, 'package.json'), JSON.stringify({ name: 'small', version: '1.0.0' }));
  await execFileAsync('npm', ['pack', '--pack-destination', folder], { cwd: small });
  archive = await readFile(path.join(folder, 'small-1.0.0.tgz'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(async () => {
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
});

/** A registry with one package, whose archive is at `archivePath`. */
async function openRegistry(archivePath: string): Promise<void> {
  requests = [];
  registry = createServer(({ url = '', headers }, response) => {
    requests.push(url);
    const dist = { tarball: `http://${headers.host ?? ''}${archivePath}` };
    const versions = { '1.0.0': { name: 'small', version: '1.0.0', dist } };
    if (url === archivePath) response.end(archive);
    else if (url === '/small') response.end(JSON.stringify({ name: 'small', versions }));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
}

/** A project whose lock file has the package without its URL. */
async function openProject(): Promise<void> {
  project = await mkdtemp(path.join(folder, 'project-'));
  const root = { name: 'project', version: '1.0.0', dependencies: { small: '1.0.0' } };
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const packages = { '': root, 'node_modules/small': { version: '1.0.0', integrity } };
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await copyFile(ownSettings, path.join(project, '.npmrc'));
  await writeFile(path.join(project, 'package.json'), JSON.stringify(root));
  await writeFile(path.join(project, 'package-lock.json'), JSON.stringify(lock));
}

async function install(): Promise<void> {
  const program = `import { install } from ${JSON.stringify(installer)}; await install(${JSON.stringify(project)})`;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: path.join(project, 'cache'),
    // Ignore the user's npm settings, and npm's update check.
    npm_config_userconfig: path.join(project, 'no-npmrc'),
    npm_config_update_notifier: 'false',
  };
  await execFileAsync(process.execPath, ['--input-type=module', '--eval', program], { env });
}

const exists = (file: string) => existsSync(path.join(project, file));

it('packages are downloaded without their metadata, and no other lock file remains', async () => {
  await openRegistry(defaultPath);
  await openProject();
  await writeFile(path.join(project, 'npm-shrinkwrap.json'), 'of a killed installation');
  await install();
  expect(requests).toEqual([defaultPath]);
  expect(exists('node_modules/small/package.json')).toBe(true);
  expect(exists('npm-shrinkwrap.json')).toBe(false);
});

it('a registry with different archive URLs is asked for its metadata', async () => {
  await openRegistry('/archives/small');
  await openProject();
  await install();
  expect(requests).toEqual([defaultPath, '/small', '/archives/small']);
  expect(exists('node_modules/small/package.json')).toBe(true);
  expect(exists('npm-shrinkwrap.json')).toBe(false);
});
