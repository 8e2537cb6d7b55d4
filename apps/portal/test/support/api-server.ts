import {
  featureFlagCalls,
  problems,
  subscriptionCalls,
  userCalls,
  type AnswerOf,
  type Call,
  type ChangedField,
  type FieldProblem,
  type ProblemType,
} from '@portal/contract';
import { http, HttpResponse, delay, type HttpHandler, type PathParams } from 'msw';
import { setupServer } from 'msw/node';
import { ulid } from 'ulid';
import { aSubscription } from './people-and-things.ts';

export const apiUrl = 'http://api.test';

/** What a test sees of a request. */
export interface Received {
  params: PathParams;
  body: unknown;
  headers: Headers;
  url: URL;
}

type Answer<C extends Call> = AnswerOf<C> | Response | ((received: Received) => AnswerOf<C> | Response);

/** A failure in the API's own shape. */
export function refusal(
  type: ProblemType,
  message: string = problems[type].message,
  fields?: FieldProblem[],
  changed?: ChangedField[],
): Response {
  const details = (fields ?? changed) && { details: { fields, changed } };
  return HttpResponse.json(
    { error: { type, message, ...details }, requestId: ulid() },
    { status: problems[type].status },
  );
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Answers a call of the table, after so many milliseconds or once a gate is open; the answer's type is the call's. */
export function on<C extends Call>(
  call: C,
  answer: Answer<C>,
  wait: number | (() => Promise<unknown>) = 0,
): HttpHandler {
  return methods[call.method](apiUrl + call.path, async ({ request, params }) => {
    const text = await request.text();
    if (typeof wait === 'function') await wait();
    else if (wait > 0) await delay(wait);
    const received = {
      params,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      headers: request.headers,
      url: new URL(request.url),
    };
    const given = typeof answer === 'function' ? (answer as (received: Received) => unknown)(received) : answer;
    return given instanceof Response ? (given.clone() as HttpResponse<never>) : HttpResponse.json(given as never);
  });
}

/**
 * What pages ask for by themselves: the flags, which are off where a test does not care, the subscription, which is the
 * free one, and, while an e-mail is unverified, the provider, in vain.
 */
export const server = setupServer(
  on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': false }),
  on(userCalls.refreshAuth0Profile, refusal('TooManyRequests')),
  on(subscriptionCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
);
