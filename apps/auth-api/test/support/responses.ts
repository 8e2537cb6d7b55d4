import { ErrorBody } from '@portal/contract';

interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The type of the error in a response. */
export const errorTypeOf = ({ body }: Pick<JsonResponse, 'body'>) => ErrorBody.parse(body).error.type;

/** `ok`, or the type of the error. */
export const outcomeOf = (response: JsonResponse) => (response.status === 200 ? 'ok' : errorTypeOf(response));
