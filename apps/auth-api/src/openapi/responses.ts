import { ErrorBody, rateLimitOf, apiErrors, type Call, type ErrorType } from '@portal/contract';
import { possibleErrors } from '../pipeline/possible-errors.ts';
import { outputSchemas, type JsonSchema } from './schemas.ts';

const text = { type: 'string' };

/** The headers of answers, once for all calls. */
export const responseHeaders = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: text },
  'Retry-After': { description: 'After how many seconds it makes sense to try again.', schema: { type: 'integer' } },
  'RateLimit-Policy': { description: 'The limit: `"call";q=times;w=seconds`.', schema: text },
  RateLimit: {
    description: 'What is left of it: `"call";r=times;t=seconds until the count starts anew`.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'A `Bearer` challenge; with `error="invalid_token"` where a token was presented.',
    schema: text,
  },
  Link: { description: 'Where the list goes on, while it does: `<address>; rel="next"`.', schema: text },
  'Content-Disposition': { description: 'That the answer is a download, and its name.', schema: text },
  ETag: { description: 'The version of the document, for `If-None-Match`.', schema: text },
  Location: { description: 'Where the browser goes next.', schema: { type: 'string', format: 'uri' } },
} as const;

/** All that a call can answer, by status. */
export const responsesOf = (call: Call): JsonSchema => ({ ...successResponses(call), ...errorResponses(call) });

function successResponses(call: Call): JsonSchema {
  const limit = rateLimitOf(call) ? (['RateLimit-Policy', 'RateLimit'] as const) : [];
  if (call.responseKind === 'page') {
    const page = {
      200: {
        description: 'A page that asks the person first.',
        headers: headerRefs('X-Request-Id'),
        content: { 'text/html': { schema: text } },
      },
    };
    if (call.rendersPage) {
      const [status] = Object.values(page);
      return { 200: { ...status, description: 'A page.', headers: headerRefs('X-Request-Id', ...limit) } };
    }
    return {
      ...(call.confirmWhen && page),
      303: {
        description: 'The browser goes to another address.',
        headers: headerRefs('X-Request-Id', 'Location', ...limit),
      },
    };
  }
  if (call.responseKind === 'file') {
    return {
      200: {
        description: 'The file.',
        headers: headerRefs('X-Request-Id', 'Content-Disposition', ...limit),
        content: { [call.mediaType ?? 'text/csv']: { schema: text } },
      },
    };
  }
  if (call.responseKind === 'text') {
    return {
      200: {
        description: 'The text.',
        headers: headerRefs('X-Request-Id', ...limit),
        content: { 'text/plain': { schema: text } },
      },
    };
  }
  const schema = call.result ? outputSchemas.schemaOrRef(call.result) : {};
  if (call.responseKind === 'document') {
    return {
      200: {
        description: 'The document.',
        headers: headerRefs('X-Request-Id', 'ETag'),
        content: { 'application/json': { schema } },
      },
      304: { description: 'The caller has it already.', headers: headerRefs('X-Request-Id', 'ETag') },
    };
  }
  const next = call.paginated ? (['Link'] as const) : [];
  return {
    200: {
      description: 'Done.',
      headers: headerRefs('X-Request-Id', ...next, ...limit),
      content: { 'application/json': { schema } },
    },
  };
}

function errorResponses(call: Call): JsonSchema {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of possibleErrors(call)) {
    const { status } = apiErrors[type];
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return Object.fromEntries([...byStatus].map(([status, types]) => [status, errorResponse(call, status, types)]));
}

function errorResponse(call: Call, status: number, types: readonly ErrorType[]): JsonSchema {
  const later = status === 429 || status === 503 ? (['Retry-After'] as const) : [];
  // An error after the request was counted carries the limit's headers, too.
  const limit = status === 429 || rateLimitOf(call) ? (['RateLimit-Policy', 'RateLimit'] as const) : [];
  const challenge = status === 401 ? (['WWW-Authenticate'] as const) : [];
  return {
    description: types.map((type) => `- \`${type}\`: ${apiErrors[type].message}`).join('\n'),
    headers: headerRefs('X-Request-Id', ...later, ...limit, ...challenge),
    content:
      call.responseKind === 'page'
        ? { 'text/html': { schema: text } }
        : { 'application/json': { schema: { allOf: [outputSchemas.schemaOrRef(ErrorBody), withErrorTypes(types)] } } },
  };
}

const withErrorTypes = (types: readonly ErrorType[]) => ({
  type: 'object',
  properties: { error: { type: 'object', properties: { type: { enum: types } } } },
});

const headerRefs = (...names: (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
