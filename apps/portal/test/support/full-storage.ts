import { jest } from '@jest/globals';

/** Makes every storage write fail until the end of the test. */
export const mockFullStorage = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
