import { randomBytes, randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Random bytes, many at a time: asking for the few of one id costs more than the id. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** A number from 0 to below 1, as ULIDs are made of: of 32 letters, each is as likely. */
export function chance(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}

/** A new ULID: one made a millisecond later sorts later. */
export const newId = () => ulid(undefined, chance);

/** A new ULID for a placeholder: it does not tell when it was made. */
export const newPlaceholderId = () => ulid(1, chance);

let hex = '';
let told = 0;

/** Random bytes as lower-case hex, for what must differ but is no secret. */
export function randomHex(bytes: number): string {
  const letters = 2 * bytes;
  if (told + letters > hex.length) {
    hex = randomBytes(pool.length).toString('hex');
    told = 0;
  }
  told += letters;
  return hex.slice(told - letters, told);
}
