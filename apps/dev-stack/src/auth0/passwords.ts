import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const keyLength = 32;

/** Returns `salt.hash`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await deriveKey(password, salt);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

/** Takes the same time for an account without a password, so that timing reveals nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? '').split('.');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'));
  return expected.length === keyLength && timingSafeEqual(actual, expected);
}

const characterClasses = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

/** Auth0's default policy: at least eight characters, three of the four character classes. */
export function passwordPolicyError(password: string): string | undefined {
  if (password.length < 8) return 'Use at least 8 characters.';
  if (password.length > 128) return 'Use at most 128 characters.';
  if (characterClasses.filter((pattern) => pattern.test(password)).length < 3)
    return 'Use three of: a-z, A-Z, 0-9, special characters.';
  return undefined;
}

function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
