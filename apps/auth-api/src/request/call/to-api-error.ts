import { oauthErrorCodeOf, type ErrorBody, type OAuthErrorBody } from '@portal/contract';
import { isDatabaseUnavailable, isDiskFull } from '../../platform/db/database-errors.ts';
import { ApiError, apiError, databaseUnavailable } from '../../platform/errors/api-error.ts';

/** Maps what Express, its body parsers and the database throw. Anything unknown is an `InternalError`, with no details for the client. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return apiError('StorageFull', { cause: error });
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error);
  const { type, status, limit } = error as { type?: unknown; status?: unknown; limit?: unknown };
  if (type === 'entity.too.large')
    return apiError('PayloadTooLarge', { message: `The request body exceeds ${Number(limit) / 1024} KB.` });
  if (type === 'parameters.too.many')
    return apiError('PayloadTooLarge', { message: 'The request body has too many parameters.' });
  if (type === 'encoding.unsupported')
    return apiError('UnsupportedMediaType', {
      message: 'Send the body uncompressed; no Content-Encoding is supported.',
    });
  if (type === 'charset.unsupported') return apiError('UnsupportedMediaType', { message: 'Send the body as UTF-8.' });
  if (error instanceof URIError) return apiError('NotFound');
  if (typeof status === 'number' && status >= 400 && status < 500) return apiError('MalformedBody');
  return apiError('InternalError', { cause: error });
}

/** The JSON body of an error response. */
export function toErrorBody({ type, message, fields, changed }: ApiError, requestId: string): ErrorBody {
  const details = { ...(fields && { fields: [...fields] }), ...(changed && { changed: [...changed] }) };
  return { error: { type, message, ...((fields ?? changed) && { details }) }, requestId };
}

/** The body of an error response of a call under `/oauth/`. */
export const toOAuthErrorBody = ({ type, message }: ApiError, requestId: string): OAuthErrorBody => ({
  error: oauthErrorCodeOf(type),
  error_description: toAsciiDescription(message),
  requestId,
});

/** RFC 6749, section 5.2, allows printable ASCII without `"` and `\` in a description. */
const toAsciiDescription = (message: string) =>
  message.replace(/[‘’“”"`]/g, "'").replace(/[^\x20-\x5B\x5D-\x7E]/g, '?');
