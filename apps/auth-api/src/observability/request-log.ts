import type { ErrorType } from '@portal/contract';

/**
 * The fields of the log line of a request. Unknown fields are left out. The line has the route's pattern instead of the URL,
 * which may contain codes, and never a name, an email address or the client's address. Only the lines `login failed` and
 * `too many requests from one address` have the client's address.
 */
export interface RequestLogFields {
  /** The API's id of the request, also in `X-Request-Id` and in every error response. */
  readonly requestId: string;
  /** The client's id, from `X-SI-REQUEST-ULID`. */
  readonly requestUlid: string | undefined;
  /** The client's, if it sent a valid trace context. Every other log line of the request has it, too. */
  readonly traceId: string;
  /** The API's span if spans are exported, else the client's or a random id. */
  readonly spanId: string;
  /** From the path, else from the client's baggage, else from the token. */
  readonly workspaceId: string | undefined;
  /** From the client's baggage. */
  readonly changeSetId: string | undefined;
  readonly userId: string;
  /** `session`, `api` or `instance`. */
  readonly credential: string;
  /** The name of the call in the contract. */
  readonly call: string | undefined;
  readonly method: string;
  /** Null if no route matched. */
  readonly route: string | null;
  /** Set if no route matched, except for a CORS preflight request. */
  readonly kind: 'unknown path' | undefined;
  /** Null if the client disconnected before the response. */
  readonly status: number | null;
  /** The type of the error response. */
  readonly errorType: ErrorType | undefined;
  /**
   * The rejected fields, such as `body.displayName`, or `query.*` for an unknown parameter. For `WorkspaceChanged` the outdated
   * values, such as `body.expected.displayName`.
   */
  readonly fields: readonly string[] | undefined;
  /** From the first request header to the last byte of the response. */
  readonly durationMs: number;
  /** Set if the response was not sent completely: the client disconnected or stopped reading, or an error occurred. */
  readonly aborted: true | undefined;
}

/** What is known about a request so far. */
export type PartialRequestLog = {
  -readonly [Field in keyof RequestLogFields]?: RequestLogFields[Field] | undefined;
};
