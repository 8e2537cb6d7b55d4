import { jest } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readHolder, takeDataDir } from '../src/data-dir.ts';
import { localSecrets } from '../src/local-secrets.ts';
import { checkPorts } from '../src/port-check.ts';
import { reset } from '../src/reset.ts';
import { type PortName, readStackSettings } from '../src/stack-settings.ts';

const root = '/portal';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the settings of a start', () => {
  it('move every port by the offset', () => {
    const { ports, dataDir } = readStackSettings({ PORT_OFFSET: '100' }, { root });
    expect(ports).toMatchObject({ portal: 9100, authApi: 9101, hostedApp: 9107, instance: 8180, postgres: 9532 });
    expect(dataDir).toBe('/portal/.local');
  });

  it('move one port alone', () => {
    const { ports } = readStackSettings({ MAIL_PORT: '7000', PORT_OFFSET: '' }, { root });
    expect(ports).toMatchObject({ mail: 7000, portal: 9000 });
  });

  it('move the hosted app alone', () => {
    const { ports } = readStackSettings({ HOSTED_APP_PORT: '7007' }, { root });
    expect(ports).toMatchObject({ hostedApp: 7007, instance: 8080 });
  });

  it.each([
    [{ PORT_OFFSET: 'many' }, 'The setting PORT_OFFSET is "many", but must be a whole number, -8000 to 56103.'],
    [{ PORT_OFFSET: '60000' }, 'The setting PORT_OFFSET is "60000"'],
    [{ MAIL_PORT: '70000' }, 'The setting MAIL_PORT is "70000", but must be a port number'],
    [{ PORT_OFFSET: '2000' }, 'The local instance would listen on port 10080, which browsers refuse to open'],
    [{ MAIL_PORT: '9000' }, "The portal and the mail inbox can't both listen on port 9000"],
    [{ PORTAL_DATABASE_URL: 'mysql://x' }, 'The setting PORTAL_DATABASE_URL is "mysql://x"'],
  ])('are refused when wrong: %j', (environment, message) => {
    expect(() => readStackSettings(environment, { root })).toThrow(message);
  });
});

describe('a taken port', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  it('is named, with the ways to move it', async () => {
    const { port } = server.address() as AddressInfo;
    const { ports } = readStackSettings({ MAIL_PORT: String(port) }, { root });
    // Whether this machine has the other ports free is not this test's to say.
    const others = (Object.keys(ports) as PortName[]).filter((name) => name !== 'mail');
    await expect(checkPorts(ports, others)).rejects.toThrow(
      `Port ${port} (mail inbox) is taken by another program. End what uses it, or move it: ` +
        'MAIL_PORT=<port> moves this one alone, PORT_OFFSET=<number> moves all of them.',
    );
  });
});

describe('the data folder', () => {
  const url = 'http://localhost:9000';

  it('can’t be where a file is', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await expect(takeDataDir(file, url)).rejects.toThrow(/can't be used: a file is in its place\. Choose another/);
    await expect(takeDataDir(path.join(file, 'below'), url)).rejects.toThrow(/a file is in its place/);
  });

  it('can’t be where no folder can be made', async () => {
    await expect(takeDataDir('/proc/portal', url)).rejects.toThrow(/can't be used: .*Choose another with DATA_DIR/);
  });

  it('belongs to one stack at a time', async () => {
    const giveBack = await takeDataDir(folder, url);
    await expect(takeDataDir(folder, url)).rejects.toThrow(`It runs already with the data folder ${folder}: ${url}`);
    await giveBack();
    await (
      await takeDataDir(folder, url)
    )();
  });

  it('is free again after a kill, whoever has the process id now', async () => {
    const lock = path.join(folder, 'running.json');
    await writeFile(lock, JSON.stringify({ pid: process.pid, birth: '1', url }));
    expect(await readHolder(lock)).toBeUndefined();
    await writeFile(lock, '{"pid"');
    expect(await readHolder(lock)).toBeUndefined();
  });

  it('keeps its secrets, adds those that an earlier version did not have, and says when they are damaged', async () => {
    const secrets = await localSecrets(folder);
    expect(await localSecrets(folder)).toEqual(secrets);
    const { apiDatabasePassword, ...earlier } = secrets;
    await writeFile(path.join(folder, 'secrets.json'), JSON.stringify(earlier));
    const completed = await localSecrets(folder);
    expect(completed).toEqual({ ...earlier, apiDatabasePassword: completed.apiDatabasePassword });
    expect(completed.apiDatabasePassword).not.toBe(apiDatabasePassword);
    expect(await localSecrets(folder)).toEqual(completed);
    await writeFile(path.join(folder, 'secrets.json'), '{');
    await expect(localSecrets(folder)).rejects.toThrow(/secrets\.json is damaged\. .*npm run reset/);
  });
});

describe('a reset', () => {
  const said: string[] = [];
  beforeEach(() => {
    said.length = 0;
    const keep = (text: unknown) => said.push(String(text)) > 0;
    jest.spyOn(process.stdout, 'write').mockImplementation(keep);
    jest.spyOn(process.stderr, 'write').mockImplementation(keep);
    process.env['DATA_DIR'] = folder;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delete process.env['DATA_DIR'];
  });

  it('empties the data folder', async () => {
    await localSecrets(folder);
    expect(await reset(root)).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves the folder of a running stack alone', async () => {
    await localSecrets(folder);
    const giveBack = await takeDataDir(folder, 'http://localhost:9000');
    expect(await reset(root)).toBe(1);
    expect(said.join('')).toContain('http://localhost:9000 runs on this data');
    expect(await readdir(folder)).toContain('secrets.json');
    await giveBack();
  });

  it('leaves a folder alone that isn’t ours', async () => {
    await writeFile(path.join(folder, 'thesis.txt'), '');
    expect(await reset(root)).toBe(1);
    expect(await readdir(folder)).toEqual(['thesis.txt']);
  });
});
