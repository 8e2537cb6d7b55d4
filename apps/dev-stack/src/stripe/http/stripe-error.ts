type StripeErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';

interface Details {
  readonly status?: number;
  readonly type?: StripeErrorType;
  readonly code?: string;
  /** Why a card was declined. */
  readonly declineCode?: string;
  readonly param?: string;
}

/** An error response of Stripe’s API. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    message: string,
    { status = 400, type = 'invalid_request_error', code, param, declineCode }: Details = {},
  ) {
    super(message);
    this.status = status;
    const docUrl =
      code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
    this.body = {
      error: {
        ...{ type, message, ...docUrl },
        ...(param !== undefined && { param }),
        ...(declineCode !== undefined && { decline_code: declineCode }),
      },
    };
  }
}

export const noSuchObject = (type: string, id: string, param = 'id') =>
  new StripeError(`No such ${type}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  });
