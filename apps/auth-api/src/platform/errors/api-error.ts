import { apiErrors, type ApiScope, type ChangedField, type ErrorType, type FieldError } from '@portal/contract';
import { AppError } from './app-error.ts';

/** The `Retry-After` of a 503 that sets none. */
const defaultRetryAfterSeconds = 30;

/** An error that is sent to the client, with one of the contract's types. */
export class ApiError extends AppError {
  readonly type: ErrorType;
  readonly status: number;
  readonly fields: readonly FieldError[] | undefined;
  /** The values that changed since the client read them. */
  readonly changed: readonly ChangedField[] | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  /** The scope that the token of the request lacks. */
  readonly scope: ApiScope | undefined;
  /** Whether what threw it has logged it: the error handler then logs no line of its own. */
  readonly isLogged: boolean;
  /** Whether a user who is logged in was logging in again. The error page then offers that again. */
  isNewLogin = false;

  constructor(type: ErrorType, options: ApiErrorOptions = {}) {
    super(options.message ?? apiErrors[type].message, { cause: options.cause });
    this.name = type;
    this.type = type;
    this.status = apiErrors[type].status;
    this.fields = options.fields;
    this.changed = options.changed;
    this.retryAfter = options.retryAfter ?? (this.status === 503 ? defaultRetryAfterSeconds : undefined);
    this.scope = options.scope;
    this.isLogged = options.isLogged ?? false;
  }
}

interface ApiErrorOptions {
  message?: string;
  fields?: readonly FieldError[];
  changed?: readonly ChangedField[];
  retryAfter?: number;
  scope?: ApiScope;
  isLogged?: boolean;
  cause?: unknown;
}

/** Creates an error to throw: `throw apiError('WorkspaceNotFound')`. */
export const apiError = (type: ErrorType, options?: ApiErrorOptions) => new ApiError(type, options);

/** The database is unreachable or overloaded; a retry in a few seconds may succeed. */
export const databaseUnavailable = (cause?: unknown, options: Pick<ApiErrorOptions, 'isLogged'> = {}) =>
  apiError('DatabaseUnavailable', { retryAfter: 5, cause, ...options });

/** An invalid field that only a handler can detect. */
export const invalidField = (path: string, message: string) => invalidFields([{ path, message }]);

/** An `InvalidInput` error whose message names each field. */
export const invalidFields = (fields: readonly FieldError[]) =>
  apiError('InvalidInput', { message: fields.map(fieldSentence).join(' '), fields });

/** `displayName: This field is required.` An error about the whole `body`, `query` or `params` has no field name. */
function fieldSentence({ path, message }: FieldError): string {
  const [, ...names] = path.split('.');
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return names.length > 0 ? `${names.join('.')}: ${sentence}` : sentence;
}
