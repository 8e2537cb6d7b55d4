import { ErrorBody, type FieldError } from '@portal/contract';
import * as z from 'zod/mini';

/** The error of a request, in the form that all pages show. Source: specification section 8. */
export interface RequestError {
  /** The error type of the API, or a type of the portal if there was no valid response. */
  readonly type: string;
  readonly message: string;
  /** The id that the user gives to support: the API's, or the request's ULID without a valid response. Empty if nothing was sent. */
  readonly requestId: string;
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /** When to try again at the earliest, in milliseconds since 1970, if the API says so. */
  readonly retryAt?: number;
  readonly fields?: readonly FieldError[];
  readonly details?: ErrorBody['error']['details'];
}

/** The error body of a proxy between the browser and the API. */
const OtherErrorBody = z.object({
  error: z.optional(z.object({ message: z.optional(z.string()) })),
  message: z.optional(z.string()),
});

/** The error of a response. Its message is `error.message` of the body, else `message`, else the status text. */
export function errorFromResponse(
  { headers, status, statusText }: Response,
  body: unknown,
  requestId: string,
): RequestError {
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  const parsed = ErrorBody.safeParse(body);
  if (parsed.success) {
    const { error, requestId: requestIdOfBody } = parsed.data;
    const { type, message, details } = error;
    return {
      type,
      message,
      requestId: requestIdOfBody,
      status,
      ...(Number.isFinite(retryAfter) && { retryAt: Date.now() + retryAfter * 1_000 }),
      ...(details?.fields?.length && { fields: details.fields }),
      ...(details && { details }),
    };
  }
  const other = OtherErrorBody.safeParse(body).data;
  const message = [other?.error?.message, other?.message, statusText].find((text) => text);
  return { type: `Status${status}`, message: message ?? `Error ${status}`, requestId, status };
}

/** The error of a request that is not sent, because its body is invalid. */
export const invalidBodyError = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): RequestError => ({
  type: 'InvalidInput',
  message: issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join(' '),
  requestId: '',
  status: 400,
  fields: issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message })),
});

/** The error of a request without a response. */
export const networkError = (requestId: string): RequestError => ({
  type: 'NetworkError',
  message: 'Network Error',
  requestId,
  status: 0,
});

/** The error of a request that exceeded its timeout. */
export const timeoutError = (timeoutMs: number, requestId: string): RequestError => ({
  type: 'Timeout',
  message: `timeout of ${timeoutMs}ms exceeded`,
  requestId,
  status: 0,
});

/** The error of a request that is not sent, because it is for the current user and no user is loaded. */
export const userNotLoadedError: RequestError = {
  type: 'UserNotLoaded',
  message: 'User not loaded',
  requestId: '',
  status: 0,
};

/** The error of a response that does not match the contract. */
export const unexpectedResponseError = (status: number, requestId: string): RequestError => ({
  type: 'UnexpectedResponse',
  message: 'The service returned an unexpected response. Reload the page.',
  requestId,
  status,
});

/** The message that users see. If one field is invalid, it is the message of that field without the field name. */
export function errorMessage({ message, fields = [] }: RequestError): string {
  const [first] = fields;
  return first && fields.length === 1 ? first.message : message;
}

/** Converts an error of RTK Query. Errors that are thrown before a request is sent get the type `PortalError`. */
export function toRequestError(
  error: RequestError | { readonly message?: string } | undefined,
): RequestError | undefined {
  if (error === undefined || 'requestId' in error) return error;
  return { type: 'PortalError', message: error.message ?? 'Something went wrong.', requestId: '', status: 0 };
}
