import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/errors/app-error.ts';
import { createSecret } from './secrets.ts';

/** Beside the signing keys, so that operators have one folder to keep. It is never rotated: stored hashes would match no mailbox. */
const filePath = (folder: string) => join(folder, 'mailbox-secret');

/** Creates the secret with which mailboxes are hashed. Returns false if the folder has one, which stays. */
export async function createMailboxSecret(folder: string): Promise<boolean> {
  try {
    await writeFile(filePath(folder), createSecret(), { mode: 0o400, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Reads the secret from the folder of the signing keys, which exists. Without one, creates it or throws an error. */
export async function loadMailboxSecret(
  folder: string,
  { createsMissing }: { readonly createsMissing: boolean },
): Promise<Buffer> {
  if (createsMissing) await createMailboxSecret(folder);
  const file = filePath(folder);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new AppError(
      `${file} is missing. Copy it from a backup of the folder. Only if there was none yet, create it with \`keys rotate\`.`,
    );
  });
  if (!/^[\w-]{43}\s*$/.test(text)) throw new AppError(`${file} is not a secret of 256 bits in base64url.`);
  return Buffer.from(text.trim(), 'base64url');
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code;
