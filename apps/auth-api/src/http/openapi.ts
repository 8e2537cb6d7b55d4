import { ProblemBody, callsByFeature, problems, type Access, type Call, type ProblemType } from '@portal/contract';
import { problemsOf } from './declared-problems.ts';
import { answers, inputs, type JsonSchema } from './openapi-schemas.ts';

const whoText: Readonly<Record<Access['who'], string>> = {
  anyone: 'Anybody.',
  'signed-in': 'Any person who is signed in.',
  self: 'The person named in the path.',
  member: 'A member of the workspace',
  staff: 'Staff: a verified e-mail address in the company’s own domain.',
  instance: 'An instance, by its token.',
};

/** The description of the whole API, OpenAPI 3.1, made from the table of calls. */
export function openApiDocument(serverUrl: string, version: string): JsonSchema & { openapi: string } {
  const paths: Record<string, JsonSchema> = {};
  for (const [feature, calls] of Object.entries(callsByFeature)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(feature, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Account portal: auth API', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    tags: Object.keys(callsByFeature).map((name) => ({ name })),
    paths,
    components: {
      schemas: answers.components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-portal-session' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

function operation(feature: string, name: string, call: Call): JsonSchema {
  return {
    operationId: name,
    tags: [feature],
    summary: call.summary,
    description: [accessText(call.access), limitText(call)].filter(Boolean).join(' '),
    security: security(call.access),
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(call.body && {
      requestBody: { required: true, content: { 'application/json': { schema: inputs.refer(call.body) } } },
    }),
    responses: { ...success(call), ...failures(call) },
  };
}

function accessText(access: Access): string {
  if (access.who === 'anyone' || access.who === 'instance') return whoText[access.who];
  const who = access.who === 'member' ? `${whoText.member}: ${access.roles.join(', ')}.` : whoText[access.who];
  const needs = { verified: 'Needs a verified e-mail.', terms: 'Needs the current terms accepted.' };
  const open = access.openWhile?.length ? `Also while ${access.openWhile.join(' or ')}.` : '';
  return [who, ...access.needs.map((need) => needs[need]), open].filter(Boolean).join(' ');
}

function limitText({ limit }: Call): string {
  return limit ? `At most ${limit.times} times in ${limit.seconds} seconds for one ${limit.per}.` : '';
}

function security(access: Access): JsonSchema[] {
  if (access.who === 'anyone') return [];
  if (access.who === 'instance') return [{ token: [] }];
  return access.tokens ? [{ session: [] }, { token: [] }] : [{ session: [] }];
}

function parameters(place: 'path' | 'query', schema: Call['params']): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputs.refer(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function success(call: Call): JsonSchema {
  if (call.answers === 'page') return { 303: { description: 'Another address to go to, or a page' } };
  const schema = call.result ? answers.refer(call.result) : {};
  return { 200: { description: 'Done', content: { 'application/json': { schema } } } };
}

function failures(call: Call): JsonSchema {
  const byStatus = new Map<number, ProblemType[]>();
  for (const type of problemsOf(call)) {
    const { status } = problems[type];
    byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  const content =
    call.answers === 'page' ? { 'text/html': {} } : { 'application/json': { schema: answers.refer(ProblemBody) } };
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      status,
      { description: types.map((type) => `${type}: ${problems[type].message}`).join('\n\n'), content },
    ]),
  );
}
