import { sharedStorage } from '../lib/storage.ts';

const key = 'SI-EMAIL-CHECK';

/** Records, for all tabs of this browser, that the email verification of a user is checked now. */
export const recordEmailCheck = (userId: string): void => sharedStorage.write(key, `${userId} ${Date.now()}`);

/** When the email verification of a user was last checked, in milliseconds since the epoch. 0 if never. */
export function lastEmailCheckAt(userId: string): number {
  const [checkedUserId, checkedAt] = (sharedStorage.read(key) ?? '').split(' ');
  return checkedUserId === userId ? Number(checkedAt) : 0;
}
