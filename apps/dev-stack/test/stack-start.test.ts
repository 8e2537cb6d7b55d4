import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLock, lockDataDir } from '../src/stack/data-dir.ts';
import { loadLocalSecrets } from '../src/stack/secrets.ts';
import { checkPorts } from '../src/stack/check-ports.ts';
import { reset } from '../src/reset.ts';
import { type PortName, readStackSettings } from '../src/stack/settings.ts';

const root = '/portal';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the settings of the stack', () => {
  it('shift every port by the offset', () => {
    const { ports, dataDir } = readStackSettings({ PORT_OFFSET: '100' }, { root });
    expect(ports).toMatchObject({ portal: 9100, authApi: 9101, hostedApp: 9107, instance: 8180, postgres: 9532 });
    expect(dataDir).toBe('/portal/.local');
  });

  it('change a single port', () => {
    const { ports } = readStackSettings({ MAIL_PORT: '7000', PORT_OFFSET: '' }, { root });
    expect(ports).toMatchObject({ mail: 7000, portal: 9000 });
  });

  it('change only the hosted app’s port', () => {
    const { ports } = readStackSettings({ HOSTED_APP_PORT: '7007' }, { root });
    expect(ports).toMatchObject({ hostedApp: 7007, instance: 8080 });
  });

  it.each([
    [{ PORT_OFFSET: 'many' }, 'The setting PORT_OFFSET is "many", but must be a whole number, -8000 to 56103.'],
    [{ PORT_OFFSET: '60000' }, 'The setting PORT_OFFSET is "60000"'],
    [{ MAIL_PORT: '70000' }, 'The setting MAIL_PORT is "70000", but must be a port number'],
    [{ PORT_OFFSET: '2000' }, 'The local instance would listen on port 10080, which browsers block'],
    [{ MAIL_PORT: '9000' }, "The portal and the mail inbox can't both listen on port 9000"],
    [{ PORTAL_DATABASE_URL: 'mysql://x' }, 'The setting PORTAL_DATABASE_URL must be a URL such as postgresql://'],
  ])('are rejected when invalid: %j', (environment, message) => {
    expect(() => readStackSettings(environment, { root })).toThrow(message);
  });

  it('are not shown when invalid if they may contain a password', () => {
    const environment = { PORTAL_DATABASE_URL: 'mysql://user:secret@host/name' };
    expect(() => readStackSettings(environment, { root })).not.toThrow('secret');
  });
});

describe('a port in use', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  it('is reported, with the settings that change it', async () => {
    const { port } = server.address() as AddressInfo;
    const { ports } = readStackSettings({ MAIL_PORT: String(port) }, { root });
    // Other ports may be in use on this machine.
    const others = (Object.keys(ports) as PortName[]).filter((name) => name !== 'mail');
    await expect(checkPorts(ports, others)).rejects.toThrow(
      `Port ${port} (mail inbox) is already in use. Stop the program that uses it, or change the port: ` +
        'MAIL_PORT=<port> changes only this one, PORT_OFFSET=<number> shifts all ports.',
    );
  });
});

describe('the data folder', () => {
  const url = 'http://localhost:9000';

  it('cannot be a file', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await expect(lockDataDir(file, url)).rejects.toThrow(/can't be used: the path contains a file\. Choose another/);
    await expect(lockDataDir(path.join(file, 'below'), url)).rejects.toThrow(/the path contains a file/);
  });

  it('cannot be where no folder can be created', async () => {
    await expect(lockDataDir('/proc/portal', url)).rejects.toThrow(/can't be used: .*Choose another one with DATA_DIR/);
  });

  it('belongs to one stack at a time', async () => {
    const release = await lockDataDir(folder, url);
    await expect(lockDataDir(folder, url)).rejects.toThrow(`A stack already uses the data folder ${folder}: ${url}`);
    await release();
    await (
      await lockDataDir(folder, url)
    )();
  });

  it('is unlocked after a kill, even if the process id is reused', async () => {
    const lock = path.join(folder, 'running.json');
    await writeFile(lock, JSON.stringify({ pid: process.pid, startTime: '1', url }));
    expect(await readLock(lock)).toBeUndefined();
    await writeFile(lock, '{"pid"');
    expect(await readLock(lock)).toBeUndefined();
  });

  it('stores its secrets, and reports damage', async () => {
    const secrets = await loadLocalSecrets(folder);
    expect(await loadLocalSecrets(folder)).toEqual(secrets);
    await writeFile(path.join(folder, 'secrets.json'), '{');
    await expect(loadLocalSecrets(folder)).rejects.toThrow(/secrets\.json is damaged\. .*npm run reset/);
  });
});

describe('a reset', () => {
  const output: string[] = [];
  beforeEach(() => {
    output.length = 0;
    const capture = (text: unknown) => output.push(String(text)) > 0;
    jest.spyOn(process.stdout, 'write').mockImplementation(capture);
    jest.spyOn(process.stderr, 'write').mockImplementation(capture);
    process.env['DATA_DIR'] = folder;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delete process.env['DATA_DIR'];
  });

  it('empties the data folder', async () => {
    await loadLocalSecrets(folder);
    expect(await reset(root)).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not delete the data of a running stack', async () => {
    await loadLocalSecrets(folder);
    const release = await lockDataDir(folder, 'http://localhost:9000');
    expect(await reset(root)).toBe(1);
    expect(output.join('')).toContain('http://localhost:9000 is using this data');
    expect(await readdir(folder)).toContain('secrets.json');
    await release();
  });

  it('does not delete a folder without data of the portal', async () => {
    await writeFile(path.join(folder, 'thesis.txt'), '');
    expect(await reset(root)).toBe(1);
    expect(await readdir(folder)).toEqual(['thesis.txt']);
  });
});
