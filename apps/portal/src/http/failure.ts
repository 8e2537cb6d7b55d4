import { ProblemBody, type FieldProblem } from '@portal/contract';
import * as z from 'zod/mini';

/** Why a request failed, in the one shape that every page shows. Source: specification section 8. */
export interface Failure {
  /** The code of the API's problem, or one of our own when no answer of the API could be read. */
  readonly type: string;
  readonly message: string;
  /** The id to quote when asking for help. */
  readonly requestId: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly fields?: readonly FieldProblem[];
  readonly details?: ProblemBody['error']['details'];
}

/** An error body of something between the browser and the API. */
const OtherErrorBody = z.object({
  error: z.optional(z.object({ message: z.optional(z.string()) })),
  message: z.optional(z.string()),
});

/** The error of a response: the body's error message, else its message, else the status text. */
export function failureOf({ status, statusText }: Response, body: unknown, requestId: string): Failure {
  const problem = ProblemBody.safeParse(body);
  if (problem.success) {
    const { error, requestId: idInBody } = problem.data;
    const { type, message, details } = error;
    return {
      type,
      message,
      requestId: idInBody,
      status,
      ...(details?.fields?.length && { fields: details.fields }),
      ...(details && { details }),
    };
  }
  const other = OtherErrorBody.safeParse(body).data;
  const message = [other?.error?.message, other?.message, statusText].find((text) => text);
  return { type: `Status${status}`, message: message ?? `Error ${status}`, requestId, status };
}

/** The error of a request whose body the contract does not allow; it is not sent. */
export const invalidBodyFailure = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  requestId: string,
): Failure => ({
  type: 'InvalidInput',
  message: issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join(' '),
  requestId,
  status: 400,
  fields: issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message })),
});

/** The failure of a request that nobody answered. */
export const networkFailure = (requestId: string): Failure => ({
  type: 'NetworkError',
  message: 'Network Error',
  requestId,
  status: 0,
});

/** The failure of a request that took longer than its limit. */
export const timeoutFailure = (limit: number, requestId: string): Failure => ({
  type: 'Timeout',
  message: `timeout of ${limit}ms exceeded`,
  requestId,
  status: 0,
});

/** The failure of a request for a user when there is none. */
export const userNotLoadedFailure = (requestId: string): Failure => ({
  type: 'UserNotLoaded',
  message: 'User not loaded',
  requestId,
  status: 0,
});

/** The failure of an answer that is not what the contract promises. */
export const unreadableFailure = (status: number, requestId: string): Failure => ({
  type: 'UnexpectedAnswer',
  message: 'The service gave an answer that this page does not understand. Please reload the page.',
  requestId,
  status,
});

/** What people read of a failure: where one field is wrong, what is wrong with it, without its name in the API. */
export function messageOf({ message, fields = [] }: Failure): string {
  const [first] = fields;
  return first && fields.length === 1 ? first.message : message;
}

/** Why a request failed, also where it failed before it was a request. */
export function asFailure(error: Failure | { readonly message?: string } | undefined): Failure | undefined {
  if (error === undefined || 'requestId' in error) return error;
  return { type: 'PortalError', message: error.message ?? 'Something went wrong.', requestId: '', status: 0 };
}
