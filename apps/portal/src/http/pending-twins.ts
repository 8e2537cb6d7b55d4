import { payloadOf, type RequestInput } from './request.ts';

/**
 * Lets a request that equals a pending one share its result instead of being sent again.
 * Source: specification section 4, "Shared interface states".
 */
export function createPendingTwins<Result>() {
  const pending = new Map<string, Promise<Result>>();
  return (method: string, url: string, input: RequestInput, send: () => Promise<Result>): Promise<Result> => {
    const payload = payloadOf(input);
    if (payload === null) return send();
    const key = `${method} ${url} ${payload}`;
    const twin = pending.get(key);
    if (twin) return twin;
    const sent = send().finally(() => pending.delete(key));
    pending.set(key, sent);
    return sent;
  };
}
