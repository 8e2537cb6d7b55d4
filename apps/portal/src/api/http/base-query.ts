import { inputErrorMap, type Call, type PortalSettings } from '@portal/contract';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { ulid } from 'ulid';
import { sleep } from '../../lib/sleep.ts';
import { buildRequest, callUrl, type RequestInput } from './build-request.ts';
import { createRequestDeduplicator } from './dedupe-requests.ts';
import { takeEarlyRequest, type EarlyRequest } from './early-requests.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import {
  errorFromResponse,
  invalidBodyError,
  networkError,
  timeoutError,
  unexpectedResponseError,
  userNotLoadedError,
  type RequestError,
} from './request-error.ts';
import { offsetOf, serverClock } from './server-clock.ts';

/** A call of the contract with its input. */
export interface ContractRequest {
  readonly call: Call;
  readonly input: RequestInput;
}

/** The `extraOptions` of an endpoint. */
export interface RequestOptions {
  /** Without it, a request has no timeout. */
  readonly timeoutMs?: number;
  /** How long to wait before the request is sent. */
  readonly delayMs?: number;
  /** Sends the request's ULID in the headers only, without a `requestUlid` in the body. */
  readonly headersOnly?: boolean;
}

interface ResponseMeta {
  /** The cursor of the next page, or null on the last page. */
  readonly next: string | null;
}

export type ContractQuery = BaseQueryFn<
  ContractRequest,
  unknown,
  RequestError,
  RequestOptions | undefined,
  ResponseMeta
>;

type QueryResult = { data: unknown; meta: ResponseMeta } | { error: RequestError };

/** The cursor in the `Link` header of a page. */
function nextCursor({ headers }: Response): string | null {
  const [, url] = /<(.+?)>/.exec(headers.get('Link') ?? '') ?? [];
  return url ? new URL(url).searchParams.get('after') : null;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fetchWithTimeout(
  url: string,
  request: RequestInit,
  timeoutMs: number | undefined,
  requestUlid: string,
  early: EarlyRequest | undefined,
) {
  const controller = new AbortController();
  const sentAt = early?.sentAt ?? Date.now();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await (early?.response ?? fetch(url, { ...request, signal: controller.signal }));
    const clockOffset = offsetOf(response.headers, sentAt, Date.now());
    return { response, body: await readJson(response), clockOffset };
  } catch {
    return timeoutMs !== undefined && controller.signal.aborted
      ? timeoutError(timeoutMs, requestUlid)
      : // Of a request that never left, support has no trace.
        networkError(navigator.onLine ? requestUlid : '');
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the API may have applied a change, although the request failed. */
const isOutcomeUnknown = (outcome: { response: Response } | RequestError) =>
  !('response' in outcome) || outcome.response.status >= 500;

async function send(
  url: string,
  { call, input }: ContractRequest,
  idempotencyKeys: ReturnType<typeof createIdempotencyKeys>,
  onClockOffset: (offsetMs: number | undefined) => void,
  { timeoutMs, delayMs, headersOnly = false }: RequestOptions = {},
): Promise<QueryResult> {
  if (delayMs !== undefined) await sleep(delayMs);
  // A request that is already sent can have no timeout.
  const early = call.method === 'GET' && timeoutMs === undefined ? takeEarlyRequest(url) : undefined;
  const requestUlid = early?.requestUlid ?? ulid();
  const target = `${call.method} ${url}`;
  const idempotencyKey = idempotencyKeys.takeKey(target, input) ?? requestUlid;
  const request = buildRequest(call, input, requestUlid, headersOnly ? null : idempotencyKey);
  const outcome = await fetchWithTimeout(url, request, timeoutMs, requestUlid, early);
  if (call.method !== 'GET' && isOutcomeUnknown(outcome)) idempotencyKeys.storeKey(target, input, idempotencyKey);
  if (!('response' in outcome)) return { error: outcome };
  const { response, body, clockOffset } = outcome;
  onClockOffset(clockOffset);
  if (!response.ok) return { error: errorFromResponse(response, body, requestUlid) };
  const result = call.result?.safeParse(body);
  if (result && !result.success) return { error: unexpectedResponseError(response.status, requestUlid) };
  return { data: result?.data ?? null, meta: { next: nextCursor(response) } };
}

/** The `extraArgument` of the store's thunks: what the requests of one store share. */
export interface RequestContext {
  readonly settings: Pick<PortalSettings, 'authApiUrl'>;
  readonly deduplicate: ReturnType<typeof createRequestDeduplicator<QueryResult>>;
  readonly idempotencyKeys: ReturnType<typeof createIdempotencyKeys>;
}

export const createRequestContext = (settings: RequestContext['settings']): RequestContext => ({
  settings,
  deduplicate: createRequestDeduplicator<QueryResult>(),
  idempotencyKeys: createIdempotencyKeys(),
});

/**
 * The base query of RTK Query for calls of the contract. It validates the body, sends the request with the headers of
 * specification section 7, and returns the parsed result or a `RequestError`.
 */
export const contractBaseQuery: ContractQuery = async (request, { extra, dispatch }, options) => {
  const { settings, deduplicate, idempotencyKeys } = extra as RequestContext;
  const { call, input } = request;
  if (call.path.includes(':userId') && !input.params?.userId) return { error: userNotLoadedError };
  const body = call.body?.safeParse(input.body ?? {}, { error: inputErrorMap });
  if (body?.error) return { error: invalidBodyError(body.error.issues) };
  const url = callUrl(settings.authApiUrl, call, input);
  return deduplicate(call.method, url, input, () =>
    send(
      url,
      request,
      idempotencyKeys,
      (offsetMs) => dispatch(serverClock.actions.responseReceived(offsetMs)),
      options,
    ),
  );
};
