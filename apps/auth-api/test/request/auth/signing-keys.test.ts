import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import {
  addSigningKey,
  listKeyIds,
  loadSigningKeys,
  retireSigningKey,
  currentSigningKeyId,
  isSigning,
  keyPurposes,
  type SigningKeyFolder,
} from '../../../src/request/auth/signing-keys.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { newIdAt } from '../../../src/platform/lib/ids.ts';
import { pollUntil } from '../../support/polling.ts';

const minuteMs = 60_000;

let folder: string;
let logged: string;
let opened: SigningKeyFolder[];

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

async function open({ createsMissing = true } = {}): Promise<SigningKeyFolder> {
  const keys = await loadSigningKeys(folder, log, { createsMissing });
  opened.push(keys);
  return keys;
}

const kidsOf = (keys: SigningKeyFolder) => keys.publicJwks().keys.map(({ kid }) => kid);
const logLines = () =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
/** A key for each purpose other than `api`. */
async function addOthers() {
  for (const purpose of ['instance', 'logout', 'event', 'link'] as const) await addSigningKey(folder, purpose);
}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const waitForLog = (text: string) =>
  pollUntil(
    () => Promise.resolve(logged),
    (lines) => lines.includes(text),
  );

describe('a folder without a key', () => {
  it('gets a key for each purpose, which only its owner can read', async () => {
    const keys = await open();
    const kids = await listKeyIds(folder);
    expect(kids).toEqual(keyPurposes.map((purpose) => keys[purpose].current.kid));
    expect(logLines()).toMatchObject(kids.map((kid) => ({ severity_text: 'INFO', body: 'signing key created', kid })));
    expect(await modeOf(folder)).toBe(0o700);
    for (const kid of kids) expect(await modeOf(join(folder, `${kid}.json`))).toBe(0o400);
  });

  it('stops a start that must not create a key, and explains what to do', async () => {
    const starting = open({ createsMissing: false });
    await expect(starting).rejects.toThrow(AppError);
    await expect(starting).rejects.toThrow(
      `No signing key for api, instance, logout, event, link found in ${folder} (SIGNING_KEYS_DIR). Create it with \`keys rotate\`, and give the same folder to every replica.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a folder without a key for some purposes', () => {
  it('stops a start that must not create a key, and names the commands', async () => {
    for (const purpose of ['api', 'link'] as const) await addSigningKey(folder, purpose);
    await expect(open({ createsMissing: false })).rejects.toThrow(
      `No signing key for instance, logout, event found in ${folder} (SIGNING_KEYS_DIR). Create it with \`keys rotate --purpose instance\` and \`keys rotate --purpose logout\` and \`keys rotate --purpose event\`, and give the same folder to every replica.`,
    );
  });

  it('gets the missing ones, and keeps the others', async () => {
    const kid = await addSigningKey(folder, 'logout');
    const keys = await open();
    expect(keys.logout.current.kid).toBe(kid);
    expect((await listKeyIds(folder)).length).toBe(keyPurposes.length);
  });

  it('signs nothing for a purpose after its last key was deleted', async () => {
    const keys = await open();
    expect(keys.missingPurposes()).toEqual([]);
    await rm(join(folder, `${keys.link.current.kid}.json`));
    await waitForLog('signing keys reloaded');
    expect(keys.missingPurposes()).toEqual(['link']);
    expect(() => keys.link.current).toThrow(new AppError(`No signing key for link found in ${folder}.`));
    expect(keys.api.current.kid).toMatch(/^api-/);
  });
});

describe('a running API', () => {
  it('picks up a rotation and a retirement', async () => {
    await addOthers();
    const old = await addSigningKey(folder, 'api', -minuteMs);
    const keys = await open();
    expect(logged).toBe('');
    const added = await addSigningKey(folder, 'api', -minuteMs / 2);
    await waitForLog('signing keys reloaded');
    expect(logLines()).toMatchObject([{ severity_text: 'INFO', kids: await listKeyIds(folder) }]);
    expect(kidsOf(keys).slice(0, 2)).toEqual([old, added]);
    expect(keys.api.find(added)?.kid).toBe(added);

    await retireSigningKey(folder, old);
    await waitForLog(`"kids":["${added}"`);
    expect(keys.api.find(old)).toBeUndefined();
    expect(keys.api.current.kid).toBe(added);
  });

  it('finds a key only for its purpose, and does not publish those of links', async () => {
    const keys = await open();
    for (const purpose of keyPurposes)
      for (const other of keyPurposes)
        expect(keys[other].find(keys[purpose].current.kid) !== undefined).toBe(other === purpose);
    expect(kidsOf(keys)).toEqual(
      (['api', 'instance', 'logout', 'event'] as const).map((purpose) => keys[purpose].current.kid),
    );
  });

  it('keeps its keys while the folder contains an invalid one', async () => {
    const keys = await open();
    const kid = `api-${newIdAt(Date.now())}`;
    const kids = kidsOf(keys);
    await writeFile(join(folder, `${kid}.json`), 'half a key');
    await waitForLog('could not be reloaded');
    expect(logLines().at(-1)).toMatchObject({
      severity_text: 'ERROR',
      body: 'signing keys could not be reloaded; the previous keys stay in use',
      'exception.message': expect.stringContaining(`is not an ES256 private key with the id ${kid}.`) as string,
    });
    expect(kidsOf(keys)).toEqual(kids);
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
    const added = await addSigningKey(folder, 'api');
    await new Promise((done) => setTimeout(done, 4_500));
    expect(keys.api.find(added)).toBeUndefined();
  });
});

describe('a file that is not a key', () => {
  it.each([
    ['that is not JSON', '{"d": "secret-part'],
    ['of another kind', JSON.stringify({ kty: 'RSA', d: 'secret-part', kid: 'x' })],
  ])('%s stops the start, and the error does not quote it', async (_title, text) => {
    await addSigningKey(folder, 'api');
    const kid = `api-${newIdAt(Date.now())}`;
    const file = join(folder, `${kid}.json`);
    await writeFile(file, text);
    const error: unknown = await open().catch((thrown: unknown) => thrown);
    expect(error).toEqual(new AppError(`${file} is not an ES256 private key with the id ${kid}.`));
    expect(String((error as AppError).cause)).not.toContain('secret-part');
  });

  it('gets no other purpose by another name', async () => {
    const kid = await addSigningKey(folder, 'link');
    const renamed = kid.replace('link', 'api');
    await rename(join(folder, `${kid}.json`), join(folder, `${renamed}.json`));
    await expect(open()).rejects.toThrow(`is not an ES256 private key with the id ${renamed}.`);
  });
});

describe('listing the keys', () => {
  it('sorts keys by purpose and activation time and ignores other files', async () => {
    const kids: string[] = [];
    for (const minutes of [5, 1, 4]) kids.push(await addSigningKey(folder, 'link', minutes * minuteMs));
    for (const minutes of [2, 3]) kids.push(await addSigningKey(folder, 'api', minutes * minuteMs));
    await writeFile(join(folder, `${newIdAt(Date.now())}.json`), 'The name has no purpose.');
    await writeFile(join(folder, 'README.md'), 'Keys.');
    await writeFile(join(folder, 'x.json.unfinished'), '{');
    expect(await listKeyIds(folder)).toEqual([3, 4, 1, 2, 0].map((index) => kids[index]));
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
  const kidAt = (timestamp: number) => `api-${newIdAt(timestamp)}`;
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  beforeEach(() => jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setTimeout', 'setInterval', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is the newest key that is at least six seconds old, so that every replica has read it', () => {
    const [old, known, fresh] = [now - 10 * minuteMs, now - 6_001, now - 6_000].map(kidAt);
    expect(currentSigningKeyId([old ?? '', known ?? '', fresh ?? ''])).toBe(known);
    expect(currentSigningKeyId([old ?? '', fresh ?? '', kidAt(now + minuteMs)])).toBe(old);
  });

  it('is the oldest key if all keys are newer than that', () => {
    const [first, second] = [kidAt(now - 2), kidAt(now - 1)];
    expect(currentSigningKeyId([first, second])).toBe(first);
    expect(currentSigningKeyId([])).toBeUndefined();
  });

  it('is one for each purpose', () => {
    const [old, newer, link] = [
      kidAt(now - 2 * minuteMs),
      kidAt(now - minuteMs),
      `link-${newIdAt(now - 3 * minuteMs)}`,
    ];
    const kids = [old, newer, link];
    expect(kids.map((kid) => isSigning(kid, kids))).toEqual([false, true, true]);
  });
});

describe('retiring a key', () => {
  it('is rejected for the key that signs and for an unknown key', async () => {
    const [old, signing] = [
      await addSigningKey(folder, 'api', -2 * minuteMs),
      await addSigningKey(folder, 'api', -minuteMs),
    ];
    await expect(retireSigningKey(folder, 'other')).rejects.toThrow(
      new AppError(`There is no key other in ${folder}.`),
    );
    await expect(retireSigningKey(folder, signing)).rejects.toThrow(
      new AppError(`${signing} is the signing key. Rotate first, and retire it when another key signs.`),
    );
    const other = await addSigningKey(folder, 'logout', -3 * minuteMs);
    await expect(retireSigningKey(folder, other)).rejects.toThrow(`${other} is the signing key.`);
    await retireSigningKey(folder, old);
    expect(await listKeyIds(folder)).toEqual([signing, other]);
  });

  it('is rejected for the key that signs until a delayed newer key does, which can be retired meanwhile', async () => {
    const [signing, delayed] = [
      await addSigningKey(folder, 'api', -minuteMs),
      await addSigningKey(folder, 'api', minuteMs),
    ];
    await expect(retireSigningKey(folder, signing)).rejects.toThrow('is the signing key');
    await retireSigningKey(folder, delayed);
    expect(await listKeyIds(folder)).toEqual([signing]);
  });
});
