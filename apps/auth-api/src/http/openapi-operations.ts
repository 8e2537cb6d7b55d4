import { calls, requestIdHeader, ulidPattern, type Access, type Call } from '@portal/contract';
import { accessWords, limitWords, pageWords, repeatWords } from './call-words.ts';
import { isUnnamed } from './declared-problems.ts';
import { exampleOf } from './openapi-examples.ts';
import { responsesOf } from './openapi-responses.ts';
import { inputs, nameOf, type JsonSchema } from './openapi-schemas.ts';

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
  return {
    operationId: name,
    tags: [feature],
    summary: call.summary,
    description: [accessWords(call.access), limitWords(call), repeatWords(call), pageWords(call)]
      .filter(Boolean)
      .join(' '),
    security: securityOf(call.access),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(isRepeatable(call) ? [{ $ref: '#/components/parameters/requestId' }] : []),
    ],
    ...bodyOf(name, call),
    responses: responsesOf(call),
  };
}

function securityOf(access: Access): JsonSchema[] {
  if (isUnnamed(access)) return [];
  if (access.who === 'instance') return [{ instanceToken: [] }];
  const tokens = (access.tokens ?? []).map((kind) => ({ [`${kind}Token`]: [] }));
  return [{ session: [] }, ...tokens];
}

/** Whether a session makes the call to change something: it then takes a `requestUlid`, where it needs no body, too. */
const isRepeatable = ({ method, access }: Call) => method !== 'GET' && !isUnnamed(access);

function bodyOf(name: string, call: Call): JsonSchema {
  if (call.access.who === 'webhook') return { requestBody: signedBody };
  const schema = bodySchema(call);
  if (!schema) return {};
  const required = (schema['required'] as string[] | undefined)?.length ?? 0;
  const content = { schema: { $ref: `#/components/schemas/${bodyName(name, call)}` }, example: exampleOf('', schema) };
  return { requestBody: { required: required > 0, content: { 'application/json': content } } };
}

function bodySchema(call: Call): JsonSchema | null {
  if (!call.body && !isRepeatable(call)) return null;
  const schema: JsonSchema = call.body ? inputs.refer(call.body) : { type: 'object' };
  const properties = { ...(schema['properties'] as JsonSchema), ...(isRepeatable(call) && { requestUlid }) };
  return { ...schema, properties };
}

/** As the contract calls it; of the calls that take nothing but a `requestUlid` they are one. */
function bodyName(name: string, { body }: Call): string {
  const fields = body ? Object.keys((inputs.refer(body)['properties'] as JsonSchema | undefined) ?? {}) : [];
  if (!body || fields.length === 0) return 'EmptyBody';
  return nameOf(body) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
}

/** The bodies of all calls, by name. */
export const requestSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(calls).flatMap(([name, call]) => {
    const schema = call.access.who === 'webhook' ? null : bodySchema(call);
    return schema ? [[bodyName(name, call), schema]] : [];
  }),
);

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
    ...(exampleOf(name, property) !== undefined && { example: exampleOf(name, property) }),
  }));
}
