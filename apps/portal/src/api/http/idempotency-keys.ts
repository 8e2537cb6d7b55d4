import { serializeBody, type RequestInput } from './build-request.ts';

/** A retry happens soon. Later, an identical request is a new one. */
const keyLifetimeMs = 120_000;

interface StoredKey {
  readonly payload: string;
  readonly requestUlid: string;
  /** In milliseconds since the epoch. */
  readonly storedAt: number;
}

/**
 * Stores the `requestUlid` of a change whose outcome is unknown, so that a retry cannot apply the change twice.
 * A different request to the same URL discards it.
 */
export function createIdempotencyKeys() {
  const keys = new Map<string, StoredKey>();
  return {
    /** Removes and returns the `requestUlid` if the request is a retry. `target` is the method and the URL. */
    takeKey(target: string, input: RequestInput): string | undefined {
      const key = keys.get(target);
      keys.delete(target);
      const isRetry = key?.payload === serializeBody(input) && Date.now() - key.storedAt < keyLifetimeMs;
      return isRetry ? key.requestUlid : undefined;
    },
    storeKey(target: string, input: RequestInput, requestUlid: string): void {
      const payload = serializeBody(input);
      if (payload !== null) keys.set(target, { payload, requestUlid, storedAt: Date.now() });
    },
  };
}
