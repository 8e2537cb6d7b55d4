/** A request that `before-paint.js` sent while the code of the portal loads. */
export interface EarlyRequest {
  readonly response: Promise<Response>;
  readonly requestUlid: string;
  /** In milliseconds since the epoch. */
  readonly sentAt: number;
}

declare global {
  /** By URL. */
  var earlyRequests: Record<string, EarlyRequest> | undefined;
}

/** Returns the early request to a URL, once: its response can be read once, and is soon out of date. */
export function takeEarlyRequest(url: string): EarlyRequest | undefined {
  const request = globalThis.earlyRequests?.[url];
  if (request) delete globalThis.earlyRequests?.[url];
  return request;
}

/** Called when the first page does not need the others. A later page must not show their responses, which are out of date then. */
export function dropEarlyRequests(): void {
  globalThis.earlyRequests = undefined;
}
