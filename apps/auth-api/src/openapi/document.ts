import { callsByFeature, invalidInputLimits, type Call } from '@portal/contract';
import { tagDescriptions } from './tags.ts';
import { operationOf, requestParameters, requestSchemas, securitySchemes } from './operations.ts';
import { responseHeaders } from './responses.ts';
import { outputSchemas, type JsonSchema } from './schemas.ts';

const description = `Lists come in pages in one of two ways, and each call says which.

- The body is an array: while there are more rows, the \`Link\` header (RFC 8288) has the address of the following page.
- The body is an object with \`next\`: pass it as \`after\` to get the following page; it is null on the last one. The \`Link\` header is there, too.

\`limit\` is the number of rows of a page. Cursors are opaque: pass them on as they are.

A user may send ${invalidInputLimits.user.times} requests with invalid input in ${invalidInputLimits.user.seconds} seconds, and an address of the network ${invalidInputLimits.ip.times}; further ones get 429 instead of 400, 413, 415 or 422.

Ids are ULIDs; they may be sent in any case.`;

/** The description of the whole API, OpenAPI 3.1, made from the table of calls. */
export function openApiDocument(serverUrl: string, version: string): JsonSchema & { openapi: string } {
  const paths: Record<string, JsonSchema> = {};
  for (const [feature, calls] of Object.entries(callsByFeature)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(feature, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Account portal: auth API',
      description,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tagDescriptions).map(([name, { description: about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas: schemasUsedBy(paths, { ...outputSchemas.components, ...requestSchemas }),
      parameters: requestParameters,
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

/** The schemas that the calls refer to, directly or by one another. */
function schemasUsedBy(paths: object, schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const collect = (within: object) => {
    for (const [, name = ''] of JSON.stringify(within).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema || found[name]) continue;
      found[name] = schema;
      collect(schema);
    }
  };
  collect(paths);
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}
