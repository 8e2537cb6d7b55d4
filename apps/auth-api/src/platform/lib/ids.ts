import { randomInt } from 'node:crypto';
import { encodeTime, monotonicFactory, ulid } from 'ulid';

/** Cryptographically secure, like the package's default source, which makes a system call for each character. */
const random = () => randomInt(2 ** 32) / 2 ** 32;

/** A new ULID with this timestamp, in milliseconds since 1970. */
export const newIdAt = (timestamp: number) => ulid(timestamp, random);

/** A new ULID. Ids sort by the millisecond in which they were created. */
export const newId = () => newIdAt(Date.now());

/** A new ULID that sorts after all earlier ones of this process, even within a millisecond. */
export const newMonotonicId = monotonicFactory(random);

/** The first ULID with this timestamp, in milliseconds since 1970: all later ones sort after it. */
export const firstIdAt = (timestamp: number) => `${encodeTime(Math.max(0, timestamp), 10)}${'0'.repeat(16)}`;
