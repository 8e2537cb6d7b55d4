import { sharedStorage } from '../../lib/storage.ts';

const key = 'SI-EMAIL-CHECK';
const returnKey = 'SI-RETURN-EMAIL-CHECK';
const loginKey = 'SI-LOGIN-EMAIL-CHECK';

const record = (storageKey: string, userId: string) => sharedStorage.write(storageKey, `${userId} ${Date.now()}`);

function recordedTime(storageKey: string, userId: string): number {
  const [checkedUserId, checkedAt] = (sharedStorage.read(storageKey) ?? '').split(' ');
  return checkedUserId === userId ? Number(checkedAt) : 0;
}

/** Records, for all tabs of this browser, that the API checks the email verification of a user now. */
export const recordEmailCheck = (userId: string): void => record(key, userId);

/** When the email verification of a user was last checked, in milliseconds since the epoch. 0 if never. */
export const lastEmailCheckAt = (userId: string): number => recordedTime(key, userId);

/** Records, for all tabs of this browser, that a return to the page causes a check now. */
export const recordReturnCheck = (userId: string): void => record(returnKey, userId);

/** When a return to the page last caused a check. 0 if never. */
export const lastReturnCheckAt = (userId: string): number => recordedTime(returnKey, userId);

/** Records that a login checks the email verification of a user now. It does not count against the limit of the API. */
export const recordLoginCheck = (userId: string): void => record(loginKey, userId);

/**
 * When the API or a login last checked the email verification of a user. A login before this page was loaded does not count: the
 * user may have left for the link in the email since.
 */
export function lastCheckOrLoginAt(userId: string): number {
  const loginAt = recordedTime(loginKey, userId);
  return Math.max(lastEmailCheckAt(userId), loginAt < performance.timeOrigin ? 0 : loginAt);
}
