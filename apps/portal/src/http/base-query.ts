import { inputMessage, type Call, type PortalSettings } from '@portal/contract';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { ulid } from 'ulid';
import {
  failureOf,
  invalidBodyFailure,
  networkFailure,
  timeoutFailure,
  unreadableFailure,
  userNotLoadedFailure,
  type Failure,
} from './failure.ts';
import { pause } from './pause.ts';
import { createPendingTwins } from './pending-twins.ts';
import { addressOf, requestOf, type RequestInput } from './request.ts';
import { createUnanswered } from './unanswered.ts';

/** One call of the contract, and what it is made with. */
export interface ContractRequest {
  readonly call: Call;
  readonly input: RequestInput;
}

/** What an endpoint may ask for beyond the conventions, as its `extraOptions`. */
export interface RequestOptions {
  /** Milliseconds after which it is given up; never unless they are named. */
  readonly timeout?: number;
  /** Milliseconds to wait before it is sent. */
  readonly delay?: number;
  /** Names the request in its headers only, without `requestUlid` in its body. */
  readonly headersOnly?: boolean;
}

/** What the store hands to every request. */
export interface RequestContext {
  readonly settings: Pick<PortalSettings, 'authApiUrl'>;
}

/** What an answer says beside its data. */
interface AnswerMeta {
  /** After what the next page of the list begins; null where this was the last. */
  readonly next: string | null;
}

export type ContractQuery = BaseQueryFn<ContractRequest, unknown, Failure, RequestOptions | undefined, AnswerMeta>;

type Outcome = { data: unknown; meta: AnswerMeta } | { error: Failure };

/** What a `Link` header to the next page says that it begins after. */
function nextIn({ headers }: Response): string | null {
  const [, address] = /<(.+?)>/.exec(headers.get('Link') ?? '') ?? [];
  return address ? new URL(address).searchParams.get('after') : null;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fetchWithin(url: string, request: RequestInit, timeout: number | undefined, requestId: string) {
  const controller = new AbortController();
  const timer = timeout === undefined ? undefined : setTimeout(() => controller.abort(), timeout);
  try {
    const response = await fetch(url, { ...request, signal: controller.signal });
    return { response, body: await readJson(response) };
  } catch {
    return timeout !== undefined && controller.signal.aborted
      ? timeoutFailure(timeout, requestId)
      : networkFailure(requestId);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether it stays open what became of a request. */
const isOpen = (answer: { response: Response } | Failure) => !('response' in answer) || answer.response.status >= 500;

async function send(
  url: string,
  { call, input }: ContractRequest,
  unanswered: ReturnType<typeof createUnanswered>,
  { timeout, delay, headersOnly = false }: RequestOptions = {},
): Promise<Outcome> {
  if (delay !== undefined) await pause(delay);
  const requestId = ulid();
  const target = `${call.method} ${url}`;
  const requestUlid = unanswered.take(target, input) ?? requestId;
  const request = requestOf(call, input, requestId, headersOnly ? null : requestUlid);
  const answer = await fetchWithin(url, request, timeout, requestId);
  if (call.method !== 'GET' && isOpen(answer)) unanswered.keep(target, input, requestUlid);
  if (!('response' in answer)) return { error: answer };
  const { response, body } = answer;
  if (!response.ok) return { error: failureOf(response, body, requestId) };
  const result = call.result?.safeParse(body);
  if (result && !result.success) return { error: unreadableFailure(response.status, requestId) };
  return { data: result?.data ?? null, meta: { next: nextIn(response) } };
}

/**
 * Makes calls of the contract: section 7's conventions and a valid body on the way out, parsed results or failures on the
 * way back.
 */
export function createContractQuery(): ContractQuery {
  const share = createPendingTwins<Outcome>();
  const unanswered = createUnanswered();
  return async (request, { extra }, options) => {
    const { call, input } = request;
    if (call.path.includes(':userId') && !input.params?.userId) return { error: userNotLoadedFailure(ulid()) };
    const body = call.body?.safeParse(input.body ?? {}, { error: inputMessage });
    if (body?.error) return { error: invalidBodyFailure(body.error.issues, ulid()) };
    const url = addressOf((extra as RequestContext).settings.authApiUrl, call, input);
    return share(call.method, url, input, () => send(url, request, unanswered, options));
  };
}
