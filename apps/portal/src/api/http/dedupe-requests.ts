import { serializeBody, type RequestInput } from './build-request.ts';

/**
 * Identical requests that are pending at the same time share one response.
 * Source: specification section 4, "Shared interface states".
 */
export function createRequestDeduplicator<Result>() {
  const pending = new Map<string, Promise<Result>>();
  return (method: string, url: string, input: RequestInput, send: () => Promise<Result>): Promise<Result> => {
    const payload = serializeBody(input);
    if (payload === null) return send();
    const key = `${method} ${url} ${payload}`;
    const duplicate = pending.get(key);
    if (duplicate) return duplicate;
    const request = send().finally(() => pending.delete(key));
    pending.set(key, request);
    return request;
  };
}
