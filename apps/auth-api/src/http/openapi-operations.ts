import { requestIdHeader, ulidPattern, type Access, type Call } from '@portal/contract';
import { accessWords, limitWords, repeatWords } from './call-words.ts';
import { isUnnamed } from './declared-problems.ts';
import { responsesOf } from './openapi-responses.ts';
import { inputs, type JsonSchema } from './openapi-schemas.ts';

const ulid = { type: 'string', pattern: ulidPattern.source };

/** What a request of a session carries beside its own input, once for all calls. */
export const requestParameters = {
  requestId: {
    name: requestIdHeader,
    in: 'header',
    required: true,
    description: 'A new ULID for each request. No form of another site can send this header.',
    schema: ulid,
    example: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  },
} as const;

const requestUlid = {
  ...ulid,
  description: 'A new ULID for each act. A repeat with the same one gets the first answer and does nothing more.',
};

/** What a webhook takes; its sender says what else is in it. */
const signedBody = {
  required: true,
  description: 'An event, to the byte as its sender signed it.',
  content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
};

/** The credentials that calls name. */
export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-portal-session',
    description: 'The cookie of a login. Over plain http it is named `portal-session-` and the port.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An API token of one workspace: it reads this workspace as whoever made it may.',
  },
  instanceToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that an instance got for a code.',
  },
} as const;

/** One call, as an operation of an OpenAPI document. */
export function operationOf(feature: string, name: string, call: Call): JsonSchema {
  const isForged = call.method !== 'GET' && !isUnnamed(call.access);
  return {
    operationId: name,
    tags: [feature],
    summary: call.summary,
    description: [accessWords(call.access), limitWords(call), repeatWords(call)].filter(Boolean).join(' '),
    security: securityOf(call.access),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(isForged ? [{ $ref: '#/components/parameters/requestId' }] : []),
    ],
    ...bodyOf(call, isForged),
    responses: responsesOf(call),
  };
}

function securityOf(access: Access): JsonSchema[] {
  if (isUnnamed(access)) return [];
  if (access.who === 'instance') return [{ instanceToken: [] }];
  const tokens = (access.tokens ?? []).map((kind) => ({ [`${kind}Token`]: [] }));
  return [{ session: [] }, ...tokens];
}

/** A body takes a `requestUlid` where a session makes the call; such calls take it where they need no body, too. */
function bodyOf({ access, body }: Call, isRepeatable: boolean): JsonSchema {
  if (access.who === 'webhook') return { requestBody: signedBody };
  if (!body && !isRepeatable) return {};
  const schema: JsonSchema = body ? inputs.refer(body) : { type: 'object' };
  const properties = { ...(schema.properties as JsonSchema), ...(isRepeatable && { requestUlid }) };
  const required = (schema.required as string[] | undefined)?.length ?? 0;
  return {
    requestBody: { required: required > 0, content: { 'application/json': { schema: { ...schema, properties } } } },
  };
}

function parameters(place: 'path' | 'query', schema: Call['params']): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputs.refer(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}
