import { calls, isOpenToApiTokens, requestUlidHeader, ulidPattern, type Access, type Call } from '@portal/contract';
import { isUnauthenticatedAccess } from '../../request/call/possible-errors.ts';
import { idempotencyKeyHeader } from '../../request/stages/idempotency-keys.ts';
import {
  describeAccess,
  describePagination,
  describeRateLimit,
  describeRecentLogin,
  describeRetries,
} from './describe-call.ts';
import { exampleOf } from './examples.ts';
import { responsesOf } from './responses.ts';
import { exportedNameOf, inputSchemas, type JsonSchema } from './schemas.ts';
import { taskOf } from './tasks.ts';

const ulid = { type: 'string', pattern: ulidPattern.source };

/** Parameters that many calls share. */
export const requestParameters = {
  requestUlid: {
    name: requestUlidHeader,
    in: 'header',
    required: false,
    description:
      'A new ULID for each request with a session, which requires it: forms on other sites cannot send this header. Not needed with a token.',
    schema: ulid,
    example: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  },
  idempotencyKey: {
    name: idempotencyKeyHeader,
    in: 'header',
    required: false,
    description:
      'With an API token: a text of up to 255 visible ASCII characters, new for each action. For 24 hours, a retry with the same one returns the first response and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'deploy-2026-03-01-invite-ada',
  },
} as const;

const requestUlidSchema = {
  ...ulid,
  description:
    'With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing.',
};

const webhookBody = {
  required: true,
  description: 'An event, exactly as its sender signed it.',
  content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
};

const logoutTokenBody = {
  required: true,
  description: 'A logout token (OpenID Connect Back-Channel Logout 1.0).',
  content: {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', required: ['logout_token'], properties: { logout_token: { type: 'string' } } },
    },
  },
};

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-portal-session',
    description: 'The session cookie. Over plain http its name is `portal-session-` and the port.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An API token of one workspace. It can do what its scopes allow, and, if it acts as a user, what the role of that user allows at that moment.',
  },
  instanceToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that an instance got in exchange for a launch code.',
  },
  accountToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of a terminal login without a workspace. It can read the profile and the list of the workspaces of its user.',
  },
} as const;

/** The OpenAPI operation of a call. */
export function operationOf(feature: string, name: string, call: Call): JsonSchema {
  return {
    operationId: name,
    tags: [feature],
    summary: taskOf(name),
    description: [
      `${call.summary}.`,
      describeAccess(call.access),
      describeRecentLogin(call),
      describeRateLimit(call),
      describeRetries(call),
      describePagination(call),
    ]
      .filter(Boolean)
      .join(' '),
    security: securityOf(call.access),
    parameters: [
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
      ...(takesRequestUlid(call) || call.setsCookie ? [{ $ref: '#/components/parameters/requestUlid' }] : []),
      ...(takesRequestUlid(call) && isOpenToApiTokens(call)
        ? [{ $ref: '#/components/parameters/idempotencyKey' }]
        : []),
    ],
    ...bodyOf(name, call),
    responses: responsesOf(call),
  };
}

function securityOf(access: Access): JsonSchema[] {
  if (isUnauthenticatedAccess(access)) return [];
  if (access.who === 'instance') return [{ instanceToken: [] }];
  const tokens = (access.tokens ?? []).map((kind) => ({ [`${kind}Token`]: [] }));
  const apiToken = access.who === 'member' && isOpenToApiTokens({ access }) ? [{ apiToken: [] }] : [];
  return [{ session: [] }, ...apiToken, ...tokens];
}

/** Every authenticated non-GET call takes a `requestUlid`, even if it needs no other body. */
const takesRequestUlid = ({ method, access }: Call) => method !== 'GET' && !isUnauthenticatedAccess(access);

function bodyOf(name: string, call: Call): JsonSchema {
  if (call.access.who === 'webhook')
    return { requestBody: name === 'backChannelLogout' ? logoutTokenBody : webhookBody };
  const schema = bodySchema(call);
  if (!schema) return {};
  const requiredFields = (schema['required'] as string[] | undefined)?.length ?? 0;
  const ref = { $ref: `#/components/schemas/${bodySchemaName(name, call)}` };
  const content = { schema: ref, example: exampleOf('', schema) };
  return { requestBody: { required: requiredFields > 0, content: { [requestTypeOf(call)]: content } } };
}

/** The media type of the body of a call, unless it is a webhook. */
export const requestTypeOf = ({ wire }: Call) =>
  wire === 'oauth' ? 'application/x-www-form-urlencoded' : 'application/json';

function bodySchema(call: Call): JsonSchema | null {
  if (!call.body && !takesRequestUlid(call)) return null;
  const schema: JsonSchema = call.body ? inputSchemas.schemaOrRef(call.body) : { type: 'object' };
  const properties = {
    ...(schema['properties'] as JsonSchema),
    ...(takesRequestUlid(call) && { requestUlid: requestUlidSchema }),
  };
  return { ...schema, properties };
}

/** The name in the contract. Calls that take only a `requestUlid` share one schema. */
function bodySchemaName(name: string, { body }: Call): string {
  const schema = body && inputSchemas.schemaOrRef(body);
  const fields = Object.keys((schema?.['properties'] as JsonSchema | undefined) ?? {});
  if (!body || fields.length === 0) return 'EmptyBody';
  return exportedNameOf(body) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
}

/** The body schemas of all calls, by name. */
export const requestSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(calls).flatMap(([name, call]) => {
    const schema = call.access.who === 'webhook' ? null : bodySchema(call);
    return schema ? [[bodySchemaName(name, call), schema]] : [];
  }),
);

function parametersOf(location: 'path' | 'query', schema: Call['params']): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchemas.schemaOrRef(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
    ...(exampleOf(name, property) !== undefined && { example: exampleOf(name, property) }),
  }));
}
