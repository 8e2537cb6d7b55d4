import type { FieldProblem } from '@portal/contract';

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
  /** The error's `details`, as the API sent them. */
  readonly details?: unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldsOf(details: unknown): FieldProblem[] {
  if (!isRecord(details) || !Array.isArray(details.fields)) return [];
  return details.fields.filter(
    (field): field is FieldProblem =>
      isRecord(field) && typeof field.path === 'string' && typeof field.message === 'string',
  );
}

/** The failure that a refused request stands for: the body's error message, else its message, else the status text. */
export function failureOf(response: Response, body: unknown, requestId: string): Failure {
  const outer = isRecord(body) ? body : {};
  const error = isRecord(outer.error) ? outer.error : {};
  const fields = fieldsOf(error.details);
  return {
    type: textOf(error.type) ?? `Status${response.status}`,
    message:
      textOf(error.message) ?? textOf(outer.message) ?? textOf(response.statusText) ?? `Error ${response.status}`,
    requestId: textOf(outer.requestId) ?? requestId,
    status: response.status,
    ...(fields.length > 0 && { fields }),
    ...(error.details !== undefined && { details: error.details }),
  };
}

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
