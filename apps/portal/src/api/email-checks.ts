import { sharedStorage } from '../navigation/shared-storage.ts';

const key = 'SI:EMAIL-CHECK';

/** Records, for all tabs of this browser, that the identity provider is asked now about a user's address. */
export const noteEmailCheck = (userId: string): void => sharedStorage.write(key, `${userId} ${Date.now()}`);

/** When the identity provider was last asked about a user's address, in milliseconds; 0 if never. */
export function lastEmailCheck(userId: string): number {
  const [checkedUser, time] = (sharedStorage.read(key) ?? '').split(' ');
  return checkedUser === userId ? Number(time) : 0;
}
