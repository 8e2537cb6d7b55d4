import { calls, requestIdHeader, ulidPattern, type Access, type Call } from '@portal/contract';
import { describeAccess, describeRateLimit, describePagination, describeRetries } from './describe-call.ts';
import { isUnauthenticatedAccess } from '../pipeline/possible-errors.ts';
import { exampleOf } from './examples.ts';
import { responsesOf } from './responses.ts';
import { inputSchemas, exportedNameOf, type JsonSchema } from './schemas.ts';

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

const requestUlidSchema = {
  ...ulid,
  description: 'A new ULID for each act. A repeat with the same one gets the first answer and does nothing more.',
};

/** What a webhook takes; its sender says what else is in it. */
const webhookBody = {
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
    description: [describeAccess(call.access), describeRateLimit(call), describeRetries(call), describePagination(call)]
      .filter(Boolean)
      .join(' '),
    security: securityOf(call.access),
    parameters: [
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
      ...(takesRequestUlid(call) ? [{ $ref: '#/components/parameters/requestId' }] : []),
    ],
    ...bodyOf(name, call),
    responses: responsesOf(call),
  };
}

function securityOf(access: Access): JsonSchema[] {
  if (isUnauthenticatedAccess(access)) return [];
  if (access.who === 'instance') return [{ instanceToken: [] }];
  const tokens = (access.tokens ?? []).map((kind) => ({ [`${kind}Token`]: [] }));
  return [{ session: [] }, ...tokens];
}

/** Whether a session makes the call to change something: it then takes a `requestUlid`, where it needs no body, too. */
const takesRequestUlid = ({ method, access }: Call) => method !== 'GET' && !isUnauthenticatedAccess(access);

function bodyOf(name: string, call: Call): JsonSchema {
  if (call.access.who === 'webhook') return { requestBody: webhookBody };
  const schema = bodySchema(call);
  if (!schema) return {};
  const required = (schema['required'] as string[] | undefined)?.length ?? 0;
  const content = {
    schema: { $ref: `#/components/schemas/${bodySchemaName(name, call)}` },
    example: exampleOf('', schema),
  };
  return { requestBody: { required: required > 0, content: { 'application/json': content } } };
}

function bodySchema(call: Call): JsonSchema | null {
  if (!call.body && !takesRequestUlid(call)) return null;
  const schema: JsonSchema = call.body ? inputSchemas.schemaOrRef(call.body) : { type: 'object' };
  const properties = {
    ...(schema['properties'] as JsonSchema),
    ...(takesRequestUlid(call) && { requestUlid: requestUlidSchema }),
  };
  return { ...schema, properties };
}

/** As the contract calls it; of the calls that take nothing but a `requestUlid` they are one. */
function bodySchemaName(name: string, { body }: Call): string {
  const fields = body
    ? Object.keys((inputSchemas.schemaOrRef(body)['properties'] as JsonSchema | undefined) ?? {})
    : [];
  if (!body || fields.length === 0) return 'EmptyBody';
  return exportedNameOf(body) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
}

/** The bodies of all calls, by name. */
export const requestSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(calls).flatMap(([name, call]) => {
    const schema = call.access.who === 'webhook' ? null : bodySchema(call);
    return schema ? [[bodySchemaName(name, call), schema]] : [];
  }),
);

function parametersOf(place: 'path' | 'query', schema: Call['params']): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchemas.schemaOrRef(schema) as {
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
