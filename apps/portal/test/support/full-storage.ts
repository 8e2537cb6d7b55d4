import { jest } from '@jest/globals';

/** A browser whose storage takes nothing more; until the test is over. */
export const storageIsFull = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
