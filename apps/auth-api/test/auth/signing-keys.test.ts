import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { AppError } from '../../src/errors/app-error.ts';
import {
  addSigningKey,
  listKeyIds,
  loadSigningKeys,
  retireSigningKey,
  currentSigningKeyId,
  type SigningKeys,
} from '../../src/auth/signing-keys.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { newIdAt } from '../../src/lib/ids.ts';
import { pollUntil } from '../support/polling.ts';

const minuteMs = 60_000;

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

const log = createLogger(
  'info',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

async function open({ createsFirstKey = true } = {}): Promise<SigningKeys> {
  const keys = await loadSigningKeys(folder, log, { createsFirstKey });
  opened.push(keys);
  return keys;
}

const kidsOf = (keys: SigningKeys) => keys.publicJwks().keys.map(({ kid }) => kid);
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const waitForLog = (text: string) =>
  pollUntil(
    () => Promise.resolve(logged),
    (lines) => lines.includes(text),
  );

describe('a folder without a key', () => {
  it('gets a first key, which only its owner can read', async () => {
    const keys = await open();
    const [kid] = await listKeyIds(folder);
    expect(keys.current.kid).toBe(kid);
    expect(JSON.parse(logged)).toMatchObject({ severity_text: 'INFO', body: 'first signing key created', kid });
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(join(folder, `${kid}.json`))).toBe(0o400);
  });

  it('stops a start that must not create a key, and explains what to do', async () => {
    const starting = open({ createsFirstKey: false });
    await expect(starting).rejects.toThrow(AppError);
    await expect(starting).rejects.toThrow(
      `No signing key found in ${folder} (SIGNING_KEYS_DIR). Create one with \`keys rotate\`, and give the same folder to every replica.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('signs nothing after its last key was deleted', async () => {
    const keys = await open();
    await rm(join(folder, `${keys.current.kid}.json`));
    await waitForLog('signing keys reloaded');
    expect(() => keys.current).toThrow(new AppError(`No signing key found in ${folder}.`));
  });
});

describe('a running API', () => {
  it('picks up a rotation and a retirement', async () => {
    const old = await addSigningKey(folder, -minuteMs);
    const keys = await open();
    expect(logged).toBe('');
    const added = await addSigningKey(folder, -minuteMs / 2);
    await waitForLog('signing keys reloaded');
    expect(JSON.parse(logged)).toMatchObject({ severity_text: 'INFO', kids: [old, added] });
    expect(kidsOf(keys)).toEqual([old, added]);
    expect(keys.find(added)?.kid).toBe(added);

    await retireSigningKey(folder, old);
    await waitForLog(`"kids":["${added}"]`);
    expect(keys.find(old)).toBeUndefined();
    expect(keys.current.kid).toBe(added);
  });

  it('keeps its keys while the folder contains an invalid one', async () => {
    const keys = await open();
    const kid = keys.current.kid;
    await writeFile(join(folder, `${newIdAt(Date.now())}.json`), 'half a key');
    await waitForLog('could not be reloaded');
    expect(JSON.parse(logged.trim().split('\n').at(-1) ?? '')).toMatchObject({
      severity_text: 'ERROR',
      body: 'signing keys could not be reloaded; the previous keys stay in use',
      'exception.message': expect.stringContaining('is not an ES256 private key with a key id.') as string,
    });
    expect(kidsOf(keys)).toEqual([kid]);
  });

  it('publishes no private part of a key', async () => {
    const keys = await open();
    const [published] = keys.publicJwks().keys;
    expect(Object.keys(published ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(published).toMatchObject({ alg: 'ES256', use: 'sig', kty: 'EC', crv: 'P-256' });
  });

  it('no longer picks up changes after it is closed', async () => {
    const keys = await open();
    keys.close();
    const added = await addSigningKey(folder);
    await new Promise((done) => setTimeout(done, 4_500));
    expect(keys.find(added)).toBeUndefined();
  });
});

describe('a file that is not a key', () => {
  it.each([
    ['that is not JSON', '{"d": "secret-part'],
    ['of another kind', JSON.stringify({ kty: 'RSA', d: 'secret-part', kid: 'x' })],
  ])('%s stops the start, and the error does not quote it', async (_title, text) => {
    await addSigningKey(folder);
    const file = join(folder, `${newIdAt(Date.now())}.json`);
    await writeFile(file, text);
    const error: unknown = await open().catch((thrown: unknown) => thrown);
    expect(error).toEqual(new AppError(`${file} is not an ES256 private key with a key id.`));
    expect(String((error as AppError).cause)).not.toContain('secret-part');
  });
});

describe('listing the keys', () => {
  it('sorts keys by their activation time and ignores other files', async () => {
    const kids: string[] = [];
    for (const minutes of [5, 1, 4, 2, 3]) kids.push(await addSigningKey(folder, minutes * minuteMs));
    await writeFile(join(folder, 'README.md'), 'Keys.');
    await writeFile(join(folder, 'x.json.unfinished'), '{');
    expect(await listKeyIds(folder)).toEqual([1, 3, 4, 2, 0].map((index) => kids[index]));
  });

  it('names the folder that cannot be read', async () => {
    await writeFile(folder, 'a file');
    const error = await listKeyIds(folder).catch((thrown: unknown) => thrown);
    expect(error).toEqual(
      new AppError(`The folder of the signing keys (SIGNING_KEYS_DIR) can’t be created or read: ${folder}`),
    );
    expect((error as AppError).cause).toMatchObject({ code: 'EEXIST' });
  });
});

describe('the key that signs', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  beforeEach(() => jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setTimeout', 'setInterval', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is the newest key that is at least six seconds old, so that every replica has read it', () => {
    const [old, known, fresh] = [now - 10 * minuteMs, now - 6_001, now - 6_000].map(newIdAt);
    expect(currentSigningKeyId([old ?? '', known ?? '', fresh ?? ''])).toBe(known);
    expect(currentSigningKeyId([old ?? '', fresh ?? '', newIdAt(now + minuteMs)])).toBe(old);
  });

  it('is the oldest key if all keys are newer than that', () => {
    const [first, second] = [newIdAt(now - 2), newIdAt(now - 1)];
    expect(currentSigningKeyId([first, second])).toBe(first);
    expect(currentSigningKeyId([])).toBeUndefined();
  });
});

describe('retiring a key', () => {
  it('is rejected for the key that signs and for an unknown key', async () => {
    const [old, signing] = [await addSigningKey(folder, -2 * minuteMs), await addSigningKey(folder, -minuteMs)];
    await expect(retireSigningKey(folder, 'other')).rejects.toThrow(
      new AppError(`There is no key other in ${folder}.`),
    );
    await expect(retireSigningKey(folder, signing)).rejects.toThrow(
      new AppError(`${signing} is the signing key. Rotate first, and retire it when another key signs.`),
    );
    await retireSigningKey(folder, old);
    expect(await listKeyIds(folder)).toEqual([signing]);
  });

  it('is rejected for the key that signs until a delayed newer key does, which can be retired meanwhile', async () => {
    const [signing, delayed] = [await addSigningKey(folder, -minuteMs), await addSigningKey(folder, minuteMs)];
    await expect(retireSigningKey(folder, signing)).rejects.toThrow('is the signing key');
    await retireSigningKey(folder, delayed);
    expect(await listKeyIds(folder)).toEqual([signing]);
  });
});
