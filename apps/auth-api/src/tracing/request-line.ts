import type { ProblemType } from '@portal/contract';

/**
 * The fields of a request's log line; what is not known is left out. It has the route's pattern instead of the URL, which
 * may hold codes, and never a name, an email or the client's address. Only the lines `login failed` and
 * `too many requests from one address` have that address.
 */
export interface RequestLine {
  /** Ours, also in `X-Request-Id` and in every error. */
  readonly requestId: string;
  /** The caller's, from `X-SI-REQUEST-ULID`. */
  readonly requestUlid: string | undefined;
  /** Of the trace context: the caller's where it sent a valid one. Every other line of the request has it too. */
  readonly traceId: string;
  /** Ours where spans are exported, else the caller's or one that stands for it. */
  readonly spanId: string;
  /** Of the path, else of the caller's baggage, else of the token. */
  readonly workspaceId: string | undefined;
  /** Of the caller's baggage. */
  readonly changeSetId: string | undefined;
  readonly userId: string;
  /** How the caller proved who it is: `session`, `api` or `instance`. */
  readonly credential: string;
  /** The name of the call in the contract. */
  readonly call: string | undefined;
  readonly method: string;
  /** Null where no route matched. */
  readonly route: string | null;
  /** Why none matched; unsaid of a browser's question whether it may ask. */
  readonly kind: 'unknown path' | undefined;
  /** Null where the caller left before it was told one. */
  readonly status: number | null;
  /** The type of the failure that it was answered with. */
  readonly failure: ProblemType | undefined;
  /** The fields that were refused, by name: `body.displayName`, or `query.*` where there is none of that name. */
  readonly fields: readonly string[] | undefined;
  /** From the first header that came to the last byte that went. */
  readonly ms: number;
  /** The answer did not go out whole: the caller left or stopped reading, or it could not be finished. */
  readonly aborted: true | undefined;
}

/** What is known of a request so far. */
export type KnownOfRequest = { -readonly [Field in keyof RequestLine]?: RequestLine[Field] | undefined };
