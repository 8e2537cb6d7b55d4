import {
  ErrorBody,
  OAuthErrorBody,
  apiErrors,
  calls,
  isShownByBrowser,
  isReadableByTokens,
  oauthErrorCodeOf,
  rateLimitOf,
  type Call,
  type ErrorType,
} from '@portal/contract';
import { possibleErrors } from '../../request/call/possible-errors.ts';
import { outputSchemas, type JsonSchema } from './schemas.ts';

const text = { type: 'string' };
const binary = { type: 'string', format: 'binary' };

/** Response headers that many calls share. */
export const responseHeaders = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: text },
  'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
  'RateLimit-Policy': { description: 'The limit: `"call";q=times;w=seconds`.', schema: text },
  RateLimit: {
    description: 'What is left of the limit: `"call";r=times;t=seconds until the count resets`.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'A `Bearer` challenge, with `error="invalid_token"` if the request had a token.',
    schema: text,
  },
  Link: { description: 'The next page, unless this is the last one: `<URL>; rel="next"`.', schema: text },
  'Content-Disposition': { description: 'Marks the response as a download and names the file.', schema: text },
  ETag: { description: 'The version of the document, for `If-None-Match`.', schema: text },
  Location: { description: 'The URL that the browser is redirected to.', schema: { type: 'string', format: 'uri' } },
} as const;

/** All responses of a call, by status. */
export const responsesOf = (call: Call): JsonSchema => ({ ...successResponses(call), ...errorResponses(call) });

function successResponses(call: Call): JsonSchema {
  const rateLimit = rateLimitOf(call) || isReadableByTokens(call) ? (['RateLimit-Policy', 'RateLimit'] as const) : [];
  switch (call.responseKind) {
    case 'redirect':
      return redirectResponses(call, rateLimit);
    case 'html':
      return {
        200: { description: 'A page.', headers: headerRefs('X-Request-Id', ...rateLimit), content: htmlContent },
      };
    case 'file':
      return {
        200: {
          description: call.confirmWhen ? 'The file, or a confirmation page.' : 'The file.',
          headers: headerRefs('X-Request-Id', 'Content-Disposition', ...rateLimit),
          content: {
            [call.mediaType ?? 'text/csv']: { schema: call.mediaType === 'application/zip' ? binary : text },
            ...(call.confirmWhen && htmlContent),
          },
        },
      };
    case 'text':
      return {
        200: {
          description: 'The text.',
          headers: headerRefs('X-Request-Id', ...rateLimit),
          content: { 'text/plain': { schema: text } },
        },
      };
    case 'document':
      return {
        200: {
          description: 'The document.',
          headers: headerRefs('X-Request-Id', 'ETag'),
          content: { 'application/json': { schema: resultSchema(call) } },
        },
        304: { description: 'Not modified.', headers: headerRefs('X-Request-Id', 'ETag') },
      };
    default:
      return {
        200: {
          description: 'Success.',
          headers: headerRefs('X-Request-Id', ...(call.paginated ? (['Link'] as const) : []), ...rateLimit),
          content: { 'application/json': { schema: resultSchema(call) } },
        },
      };
  }
}

const resultSchema = ({ result }: Call) => (result ? outputSchemas.schemaOrRef(result) : {});

const htmlContent = { 'text/html': { schema: text } };

function redirectResponses(call: Call, rateLimit: readonly ('RateLimit-Policy' | 'RateLimit')[]): JsonSchema {
  return {
    ...(call.confirmWhen && {
      200: { description: 'A confirmation page.', headers: headerRefs('X-Request-Id'), content: htmlContent },
    }),
    303: {
      description: 'A redirect.',
      headers: headerRefs('X-Request-Id', 'Location', ...rateLimit),
    },
  };
}

/** The types of a call's errors, by status. */
function errorTypesByStatus(call: Call): Map<number, ErrorType[]> {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of possibleErrors(call)) {
    const { status } = apiErrors[type];
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return byStatus;
}

const errorResponses = (call: Call): JsonSchema =>
  Object.fromEntries(
    [...errorTypesByStatus(call)].map(([status, types]) => {
      const name = sharedResponseName(call, types);
      return [status, name ? { $ref: `#/components/responses/${name}` } : errorResponse(call, status, types)];
    }),
  );

/** Calls share the responses with one or two error types. Longer lists belong to the call. */
const sharedResponseName = (call: Call, types: readonly ErrorType[]) =>
  types.length <= 2 ? `${types.join('Or')}${responseSuffixOf(call)}` : undefined;

/** Distinguishes the responses to the same error. */
const responseSuffixOf = (call: Call) => (isShownByBrowser(call) ? 'Page' : call.wire === 'oauth' ? 'OAuth' : '');

function errorResponse(call: Call, status: number, types: readonly ErrorType[]): JsonSchema {
  const retryAfter = status === 429 || status === 503 ? (['Retry-After'] as const) : [];
  const challenge = status === 401 ? (['WWW-Authenticate'] as const) : [];
  return {
    description: types.map((type) => `- \`${errorNameOf(call, type)}\`: ${apiErrors[type].message}`).join('\n'),
    // An error after the request was counted has the headers of the rate limit.
    headers: headerRefs('X-Request-Id', ...retryAfter, 'RateLimit-Policy', 'RateLimit', ...challenge),
    content: isShownByBrowser(call) ? htmlContent : { 'application/json': { schema: errorSchema(call, types) } },
  };
}

/** The name of an error in the response. */
const errorNameOf = ({ wire }: Call, type: ErrorType) => (wire === 'oauth' ? oauthErrorCodeOf(type) : type);

const errorSchema = ({ wire }: Call, types: readonly ErrorType[]): JsonSchema =>
  wire === 'oauth'
    ? { allOf: [outputSchemas.schemaOrRef(OAuthErrorBody), withOAuthCodes(types)] }
    : { allOf: [outputSchemas.schemaOrRef(ErrorBody), withErrorTypes(types)] };

const withOAuthCodes = (types: readonly ErrorType[]) => ({
  type: 'object',
  properties: { error: { enum: [...new Set(types.map(oauthErrorCodeOf))] } },
});

const withErrorTypes = (types: readonly ErrorType[]) => ({
  type: 'object',
  properties: { error: { type: 'object', properties: { type: { enum: types } } } },
});

const headerRefs = (...names: (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The error responses that calls share, by name. */
export const sharedResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values<Call>(calls).flatMap((call) =>
    [...errorTypesByStatus(call)].flatMap(([status, types]) => {
      const name = sharedResponseName(call, types);
      return name ? [[name, errorResponse(call, status, types)]] : [];
    }),
  ),
);
