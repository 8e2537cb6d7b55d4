import { ProblemBody, limitOf, problems, type Call, type ProblemType } from '@portal/contract';
import { problemsOf } from './declared-problems.ts';
import { answers, type JsonSchema } from './openapi-schemas.ts';

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
export const responsesOf = (call: Call): JsonSchema => ({ ...success(call), ...failures(call) });

function success(call: Call): JsonSchema {
  const limit = limitOf(call) ? (['RateLimit-Policy', 'RateLimit'] as const) : [];
  if (call.answers === 'page') {
    const page = {
      200: {
        description: 'A page that asks the person first.',
        headers: headers('X-Request-Id'),
        content: { 'text/html': { schema: text } },
      },
    };
    if (call.showsPage) {
      const [status] = Object.values(page);
      return { 200: { ...status, description: 'A page.', headers: headers('X-Request-Id', ...limit) } };
    }
    return {
      ...(call.confirms && page),
      303: {
        description: 'The browser goes to another address.',
        headers: headers('X-Request-Id', 'Location', ...limit),
      },
    };
  }
  if (call.answers === 'file') {
    return {
      200: {
        description: 'The file.',
        headers: headers('X-Request-Id', 'Content-Disposition', ...limit),
        content: { [call.mediaType ?? 'text/csv']: { schema: text } },
      },
    };
  }
  if (call.answers === 'text') {
    return {
      200: {
        description: 'The text.',
        headers: headers('X-Request-Id', ...limit),
        content: { 'text/plain': { schema: text } },
      },
    };
  }
  const schema = call.result ? answers.refer(call.result) : {};
  if (call.answers === 'document') {
    return {
      200: {
        description: 'The document.',
        headers: headers('X-Request-Id', 'ETag'),
        content: { 'application/json': { schema } },
      },
      304: { description: 'The caller has it already.', headers: headers('X-Request-Id', 'ETag') },
    };
  }
  const next = call.paged ? (['Link'] as const) : [];
  return {
    200: {
      description: 'Done.',
      headers: headers('X-Request-Id', ...next, ...limit),
      content: { 'application/json': { schema } },
    },
  };
}

function failures(call: Call): JsonSchema {
  const byStatus = new Map<number, ProblemType[]>();
  for (const type of problemsOf(call)) {
    const { status } = problems[type];
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return Object.fromEntries([...byStatus].map(([status, types]) => [status, failure(call, status, types)]));
}

function failure(call: Call, status: number, types: readonly ProblemType[]): JsonSchema {
  const later = status === 429 || status === 503 ? (['Retry-After'] as const) : [];
  // An error after the request was counted carries the limit's headers, too.
  const limit = status === 429 || limitOf(call) ? (['RateLimit-Policy', 'RateLimit'] as const) : [];
  const challenge = status === 401 ? (['WWW-Authenticate'] as const) : [];
  return {
    description: types.map((type) => `- \`${type}\`: ${problems[type].message}`).join('\n'),
    headers: headers('X-Request-Id', ...later, ...limit, ...challenge),
    content:
      call.answers === 'page'
        ? { 'text/html': { schema: text } }
        : { 'application/json': { schema: { allOf: [answers.refer(ProblemBody), ofTypes(types)] } } },
  };
}

const ofTypes = (types: readonly ProblemType[]) => ({
  type: 'object',
  properties: { error: { type: 'object', properties: { type: { enum: types } } } },
});

const headers = (...names: (keyof typeof responseHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
