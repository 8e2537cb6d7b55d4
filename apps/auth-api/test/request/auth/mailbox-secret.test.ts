import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailboxSecret, loadMailboxSecret } from '../../../src/request/auth/mailbox-secret.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-secret-'));
  file = join(folder, 'mailbox-secret');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the mailbox secret', () => {
  it('is created once, with 256 bits that only its owner can read', async () => {
    const secret = await loadMailboxSecret(folder, { createsMissing: true });
    expect(secret.length).toBe(32);
    expect((await stat(file)).mode & 0o777).toBe(0o400);
    expect(await createMailboxSecret(folder)).toBe(false);
    expect(await loadMailboxSecret(folder, { createsMissing: false })).toEqual(secret);
  });

  it('may end with a newline', async () => {
    const secret = await loadMailboxSecret(folder, { createsMissing: true });
    await rm(file);
    await writeFile(file, `${secret.toString('base64url')}\n`);
    expect(await loadMailboxSecret(folder, { createsMissing: false })).toEqual(secret);
  });

  it('is never created by a start that must not, which says where to get it', async () => {
    await expect(loadMailboxSecret(folder, { createsMissing: false })).rejects.toThrow(
      new AppError(
        `${file} is missing. Copy it from a backup of the folder. Only if there was none yet, create it with \`keys rotate\`.`,
      ),
    );
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['', 'short', 'x'.repeat(44)])('is not %j, and the error does not quote it', async (text) => {
    await writeFile(file, text);
    await expect(loadMailboxSecret(folder, { createsMissing: true })).rejects.toThrow(
      new AppError(`${file} is not a secret of 256 bits in base64url.`),
    );
  });

  it('is neither replaced nor reported as missing if it cannot be read', async () => {
    await expect(loadMailboxSecret(join(folder, 'none'), { createsMissing: true })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await mkdir(file);
    await expect(loadMailboxSecret(folder, { createsMissing: true })).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
