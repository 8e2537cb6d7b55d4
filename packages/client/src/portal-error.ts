/** One field of a request that is wrong. */
export interface InvalidField {
  /** Such as `body.email`. */
  readonly path: string;
  readonly message: string;
}

interface PortalErrorOptions {
  readonly status: number | null;
  readonly requestId?: string | undefined;
  readonly fields?: readonly InvalidField[] | undefined;
  readonly cause?: unknown;
}

/** Why a call failed. */
export class PortalError extends Error {
  /** The type of the API's error, `Unreachable` if no answer came, or `UnexpectedResponse` if it was none of the API. */
  readonly type: string;
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** The id of the request in the log of the API; null without an answer. */
  readonly requestId: string | null;
  /** The fields that are wrong; empty if the error is about none. */
  readonly fields: readonly InvalidField[];

  constructor(type: string, message: string, { status, requestId, fields, cause }: PortalErrorOptions) {
    super(message, { cause });
    this.name = 'PortalError';
    this.type = type;
    this.status = status;
    this.requestId = requestId ?? null;
    this.fields = fields ?? [];
  }
}
