import { randomInt } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

/** Cryptographically secure, like the package's own source, which makes a system call for each character. */
const random = () => randomInt(2 ** 32) / 2 ** 32;

/** A ULID that sorts by this time, in milliseconds since 1970. */
export const newIdAt = (timestamp: number) => ulid(timestamp, random);

/** A new ULID; one made in a later millisecond sorts later. */
export const newId = () => newIdAt(Date.now());

/** A new ULID that sorts after all earlier ones of this process, also within a millisecond. */
export const newMonotonicId = monotonicFactory(random);

/** A new ULID for a placeholder; it does not reveal when it was made. */
export const newPlaceholderId = () => newIdAt(1);
