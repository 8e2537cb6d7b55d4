import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Random bytes, many at a time: asking for the few of one id costs more than the id. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function take(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** A number from 0 to below 1, as ULIDs are made of: of 32 letters, each is as likely. */
export const chance = () => (take(1)[0] ?? 0) / 256;

/** A new ULID: ids made later sort later. */
export const newId = () => ulid(undefined, chance);

/** Random bytes as lower-case hex, for what must differ but is no secret. */
export const randomHex = (bytes: number) => take(bytes).toString('hex');
