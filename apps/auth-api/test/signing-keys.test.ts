import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { Fault } from '../src/fault.ts';
import {
  addSigningKey,
  listKeyIds,
  openSigningKeys,
  retireSigningKey,
  signingKeyId,
  type SigningKeys,
} from '../src/keys/signing-keys.ts';
import { createLog } from '../src/log.ts';
import { newIdAt } from '../src/new-id.ts';
import { until } from './support/until.ts';

const minute = 60_000;

let folder: string;
let logged: string;
let opened: SigningKeys[];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'signing-keys-')), 'keys');
  logged = '';
  opened = [];
});
afterEach(async () => {
  for (const keys of opened) keys.close();
  await rm(join(folder, '..'), { recursive: true });
});

const log = createLog(
  'info',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

async function open({ mayMakeFirst = true } = {}): Promise<SigningKeys> {
  const keys = await openSigningKeys(folder, log, { mayMakeFirst });
  opened.push(keys);
  return keys;
}

const kidsOf = (keys: SigningKeys) => keys.publicJwks().keys.map(({ kid }) => kid);
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const untilLogged = (text: string) =>
  until(
    () => Promise.resolve(logged),
    (lines) => lines.includes(text),
  );

describe('a folder without a key', () => {
  it('gets the first key, which only its owner can read', async () => {
    const keys = await open();
    const [kid] = await listKeyIds(folder);
    expect(keys.current.kid).toBe(kid);
    expect(JSON.parse(logged)).toMatchObject({ level: 30, msg: 'made the first signing key', kid });
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(join(folder, `${kid}.json`))).toBe(0o400);
  });

  it('stops a start that may not make one, and says what to do', async () => {
    const starting = open({ mayMakeFirst: false });
    await expect(starting).rejects.toThrow(Fault);
    await expect(starting).rejects.toThrow(
      `There is no signing key in ${folder} (SIGNING_KEYS_DIR). Make one with \`keys rotate\`, and give the same folder to every replica.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('signs nothing when its last key is gone', async () => {
    const keys = await open();
    await rm(join(folder, `${keys.current.kid}.json`));
    await untilLogged('read the signing keys again');
    expect(() => keys.current).toThrow(new Fault(`There is no signing key in ${folder}.`));
  });
});

describe('a running API', () => {
  it('follows a rotation and a retirement', async () => {
    const old = await addSigningKey(folder, -minute);
    const keys = await open();
    expect(logged).toBe('');
    const added = await addSigningKey(folder);
    await untilLogged('read the signing keys again');
    expect(JSON.parse(logged)).toMatchObject({ level: 30, kids: [old, added] });
    expect(kidsOf(keys)).toEqual([old, added]);
    expect(keys.find(added)?.kid).toBe(added);

    await retireSigningKey(folder, old);
    await untilLogged(`"kids":["${added}"]`);
    expect(keys.find(old)).toBeUndefined();
    expect(keys.current.kid).toBe(added);
  });

  it('keeps its keys while the folder has a broken one', async () => {
    const keys = await open();
    const kid = keys.current.kid;
    await writeFile(join(folder, `${newIdAt(Date.now())}.json`), 'half a key');
    await untilLogged('could not be read again');
    expect(JSON.parse(logged.trim().split('\n').at(-1) ?? '')).toMatchObject({
      level: 50,
      msg: 'the signing keys could not be read again; the old ones stay',
      err: { message: expect.stringContaining('is not an ES256 private key with a key id.') as string },
    });
    expect(kidsOf(keys)).toEqual([kid]);
  });

  it('publishes no private part of a key', async () => {
    const keys = await open();
    const [published] = keys.publicJwks().keys;
    expect(Object.keys(published ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(published).toMatchObject({ alg: 'ES256', use: 'sig', kty: 'EC', crv: 'P-256' });
  });

  it('stops following once it is closed', async () => {
    const keys = await open();
    keys.close();
    const added = await addSigningKey(folder);
    await new Promise((done) => setTimeout(done, 4_500));
    expect(keys.find(added)).toBeUndefined();
  });
});

describe('a file that is no key', () => {
  it.each([
    ['that is not JSON', '{"d": "secret-part'],
    ['of another kind', JSON.stringify({ kty: 'RSA', d: 'secret-part', kid: 'x' })],
  ])('%s stops the start, and the error does not quote it', async (_title, text) => {
    await addSigningKey(folder);
    const file = join(folder, `${newIdAt(Date.now())}.json`);
    await writeFile(file, text);
    const error: unknown = await open().catch((thrown: unknown) => thrown);
    expect(error).toEqual(new Fault(`${file} is not an ES256 private key with a key id.`));
    expect(String((error as Fault).cause)).not.toContain('secret-part');
  });
});

describe('listing the keys', () => {
  it('sorts them by the time from which they sign, and ignores other files', async () => {
    const kids: string[] = [];
    for (const minutes of [5, 1, 4, 2, 3]) kids.push(await addSigningKey(folder, minutes * minute));
    await writeFile(join(folder, 'README.md'), 'Keys.');
    await writeFile(join(folder, 'x.json.unfinished'), '{');
    expect(await listKeyIds(folder)).toEqual([1, 3, 4, 2, 0].map((index) => kids[index]));
  });

  it('names the folder that cannot be read', async () => {
    await writeFile(folder, 'a file');
    const error = await listKeyIds(folder).catch((thrown: unknown) => thrown);
    expect(error).toEqual(
      new Fault(`The folder of the signing keys (SIGNING_KEYS_DIR) can’t be made or read: ${folder}`),
    );
    expect((error as Fault).cause).toMatchObject({ code: 'EEXIST' });
  });
});

describe('the key that signs', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  beforeEach(() => jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setTimeout', 'setInterval', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is the newest that every replica has had six seconds to read', () => {
    const [old, known, fresh] = [now - 10 * minute, now - 6_001, now - 6_000].map(newIdAt);
    expect(signingKeyId([old ?? '', known ?? '', fresh ?? ''])).toBe(known);
    expect(signingKeyId([old ?? '', fresh ?? '', newIdAt(now + minute)])).toBe(old);
  });

  it('is the first of a folder that has no older one', () => {
    const [first, second] = [newIdAt(now - 2), newIdAt(now - 1)];
    expect(signingKeyId([first, second])).toBe(first);
    expect(signingKeyId([])).toBeUndefined();
  });
});

describe('retiring a key', () => {
  it('is refused for the newest and for one that the folder does not have', async () => {
    const [first, second, newest] = [
      await addSigningKey(folder, -2 * minute),
      await addSigningKey(folder, -minute),
      await addSigningKey(folder),
    ];
    await expect(retireSigningKey(folder, 'other')).rejects.toThrow(new Fault(`There is no key other in ${folder}.`));
    await expect(retireSigningKey(folder, newest)).rejects.toThrow(
      new Fault(`${newest} is the key that signs. Rotate first, then retire it.`),
    );
    await retireSigningKey(folder, second);
    expect(await listKeyIds(folder)).toEqual([first, newest]);
  });
});
