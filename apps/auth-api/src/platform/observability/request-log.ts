import type { ErrorType } from '@portal/contract';
import type { TraceFields } from './spans.ts';

/**
 * The fields of the log line of a request, by the names of OpenTelemetry's conventions, or `si.` for what they do not name. The
 * spans use the same names. Unknown fields are left out. The line has the route's pattern instead of the URL (`url.path`), which
 * may contain codes, and never a name, an email address or the client's address. Only the lines `login failed` and `too many
 * requests from one address` have `client.address`.
 */
export interface RequestLogFields extends TraceFields {
  /** The API's id of the request, also in `X-Request-Id` and in every error response. */
  readonly 'si.request.id': string;
  /** The client's id, from `X-SI-REQUEST-ULID`. */
  readonly 'si.request.ulid': string;
  /** The name of the call in the contract. */
  readonly 'si.call': string;
  /** From the path, else from the client's baggage, else from the token. */
  readonly 'si.workspace.id': string;
  /** From the client's baggage. */
  readonly 'si.change_set.id': string;
  readonly 'user.id': string;
  /** Instead of the user, if a service account made the request. */
  readonly 'si.service_account.id': string;
  /** `session`, `api` or `instance`. */
  readonly 'si.credential': string;
  readonly 'http.request.method': string;
  /** Missing if no route matched. */
  readonly 'http.route': string;
  /** Missing if the client disconnected before the response. */
  readonly 'http.response.status_code': number;
  /** The type of the error response. */
  readonly 'error.type': ErrorType;
  /**
   * The rejected fields, such as `body.displayName`, or `query.*` for an unknown parameter. For `WorkspaceChanged` the outdated
   * values, such as `body.expected.displayName`.
   */
  readonly 'si.error.fields': readonly string[];
  /** In seconds, from the first request header to the last byte of the response. */
  readonly 'http.server.request.duration': number;
  /** Set if the response was not sent completely: the client disconnected or stopped reading, or an error occurred. */
  readonly 'si.response.aborted': true;
}

/** What is known about a request so far. */
export type PartialRequestLog = {
  -readonly [Field in keyof RequestLogFields]?: RequestLogFields[Field] | undefined;
};
