import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes, type operations } from './generated/operations.ts';
import { PortalError, type InvalidField } from './portal-error.ts';

/** The name of a call, as in the API reference. */
export type CallName = keyof operations;

type JsonOf<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : never;

/** What a call returns. */
export type Result<Name extends CallName> = JsonOf<operations[Name]['responses'][200]>;

type PathOf<Name extends CallName> = operations[Name]['parameters'] extends { path: infer Path }
  ? { readonly path: Path }
  : { readonly path?: never };
type QueryOf<Name extends CallName> = operations[Name]['parameters'] extends { query?: infer Query }
  ? { readonly query?: Query }
  : { readonly query?: never };
type BodyOf<Name extends CallName> = operations[Name] extends { requestBody: infer Body }
  ? { readonly body: Omit<JsonOf<Body>, 'requestUlid'> }
  : operations[Name] extends { requestBody?: infer Body }
    ? { readonly body?: Omit<JsonOf<NonNullable<Body>>, 'requestUlid'> }
    : { readonly body?: never };

/** What a call takes. */
export type CallOptions<Name extends CallName> = PathOf<Name> &
  QueryOf<Name> &
  BodyOf<Name> & {
    /** Names a change across its retries, also those of another process. Default: a new one for each call. */
    readonly idempotencyKey?: string;
    /** Ends the call, also while it waits for a retry. */
    readonly signal?: AbortSignal;
  };

export interface ClientOptions {
  /** The URL of the auth API. */
  readonly url: string;
  /**
   * The API token, or what returns the current one. After `401` it is called once more, with the token that the API refused. If it returns
   * another one, the request is sent again.
   */
  readonly token: string | ((refused?: string) => string | Promise<string>);
  /** For one attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a call is sent at most. Default: 4. */
  readonly attempts?: number;
  /** The longest wait before a retry, in milliseconds. A longer `Retry-After` fails the call. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Ends every call, as the `signal` of a call does. */
  readonly signal?: AbortSignal;
  /** Sends the requests. Default: the `fetch` of Node. */
  readonly fetch?: typeof fetch;
}

/** A request by its path, such as `/whoami`. */
export interface PathRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface Client {
  /**
   * Makes a call. Sends it again after `429` and `503`, and if no answer came: a change has an idempotency key, so it is not made
   * twice. Throws a `PortalError`.
   */
  call<Name extends CallName>(name: Name, options: CallOptions<Name>): Promise<Result<Name>>;
  /** All pages of a list, each as the call returns it. */
  pages<Name extends CallName>(name: Name, options: CallOptions<Name>): AsyncGenerator<Result<Name>, void, void>;
  /** Makes a request by its path, with the same retries. Throws a `PortalError`. */
  request(request: PathRequest): Promise<Response>;
  /** The same for all pages of a list. */
  requestPages(request: PathRequest): AsyncGenerator<Response, void, void>;
}

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A client for programs with an API token. For Node: a token has no place in a browser. */
export function createClient(options: ClientOptions): Client {
  const { url, token, timeoutMs = 30_000, attempts = 4, maxWaitMs = 60_000, fetch: sendRequest = fetch } = options;
  const base = url.replace(/\/+$/, '');

  async function attempt({ method, url, body, idempotencyKey, signal }: Sent, bearer: string): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const headers = {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? '' }),
    };
    const response = await sendRequest(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // Within the time-out of the attempt.
    const text = await response.text();
    return new Response(text === '' ? null : text, response);
  }

  const attemptOrError = (sent: Sent, bearer: string): Promise<Response | PortalError> =>
    attempt(sent, bearer).catch((error: unknown) => {
      if (sent.signal?.aborted) throw error;
      return new PortalError('Unreachable', `The API did not answer: ${String(error)}`, { status: null, cause: error });
    });

  /** With another token if the API refuses the first one. */
  async function attemptWithToken(sent: Sent): Promise<Response | PortalError> {
    if (typeof token === 'string') return attemptOrError(sent, token);
    const bearer = await token();
    const outcome = await attemptOrError(sent, bearer);
    if (outcome instanceof PortalError || outcome.status !== 401) return outcome;
    const next = await token(bearer);
    return next === bearer ? outcome : attemptOrError(sent, next);
  }

  async function send(sent: Sent): Promise<Response> {
    for (let count = 1; ; count++) {
      const outcome = await attemptWithToken(sent);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const waitMs = waitBeforeRetry(outcome, count);
      if (waitMs === null || count >= attempts || waitMs > maxWaitMs)
        throw outcome instanceof Response ? await errorOf(outcome) : outcome;
      await sleep(waitMs, undefined, { signal: sent.signal });
    }
  }

  /** The signal of a call, or of the client, or of both. */
  const signalOf = (own: AbortSignal | undefined) =>
    own && options.signal ? AbortSignal.any([own, options.signal]) : (own ?? options.signal);

  function toRequest(
    name: CallName,
    { path, query, body, idempotencyKey = randomUUID(), signal }: AnyCallOptions,
  ): Sent {
    const { method, path: pattern } = routes[name];
    const filled = pattern.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(path?.[key] ?? ''));
    const target = withQuery(`${base}${filled}`, query);
    const sentBody = method === 'GET' ? undefined : (body ?? {});
    return { method, url: target, body: sentBody, idempotencyKey, signal: signalOf(signal) };
  }

  function toPathRequest({ method, path, query, body, idempotencyKey = randomUUID() }: PathRequest): Sent {
    if (!path.startsWith('/')) throw new TypeError('A path starts with /.');
    return { method, url: withQuery(`${base}${path}`, query), body, idempotencyKey, signal: options.signal };
  }

  async function* responses(first: Sent): AsyncGenerator<Response, void, void> {
    for (let next: Sent | undefined = first; next !== undefined;) {
      const response: Response = await send(next);
      yield response;
      const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      // Only the path and the query: the token goes to no other host.
      const { pathname, search } = new URL(link ?? '', base);
      next = link === undefined ? undefined : { ...next, url: new URL(`${next.url.origin}${pathname}${search}`) };
    }
  }

  async function* pages(first: Sent) {
    for await (const response of responses(first)) yield await response.json();
  }

  return {
    call: async (name, options) => (await send(toRequest(name, options as AnyCallOptions))).json() as never,
    pages: (name, options) => pages(toRequest(name, options as AnyCallOptions)) as never,
    request: (request) => send(toPathRequest(request)),
    requestPages: (request) => responses(toPathRequest(request)),
  };
}

function withQuery(url: string, query: AnyCallOptions['query']): URL {
  const target = new URL(url);
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined) target.searchParams.set(key, value.toString());
  return target;
}

interface AnyCallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** In milliseconds; null if a retry would not help. */
function waitBeforeRetry(outcome: Response | PortalError, count: number): number | null {
  const backoffMs = 500 * 2 ** (count - 1) * (0.5 + Math.random() / 2);
  if (outcome instanceof PortalError) return backoffMs;
  if (![429, 502, 503, 504].includes(outcome.status)) return null;
  const seconds = Number(outcome.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : backoffMs;
}

/** A proxy answers with a page of its own. */
async function errorOf(response: Response): Promise<PortalError> {
  const { status } = response;
  const text = await response.text();
  try {
    const { error, requestId } = JSON.parse(text) as {
      error: { type: string; message: string; details?: { fields?: InvalidField[] } };
      requestId?: string;
    };
    return new PortalError(error.type, error.message, { status, requestId, fields: error.details?.fields });
  } catch (cause) {
    return new PortalError('UnexpectedResponse', `The answer with status ${status} is none of the API.`, {
      status,
      cause,
    });
  }
}
