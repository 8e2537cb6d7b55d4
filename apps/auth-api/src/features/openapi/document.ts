import { callsByFeature, invalidInputLimit, type Call } from '@portal/contract';
import { operationOf, requestParameters, requestSchemas, securitySchemes } from './operations.ts';
import { responseHeaders, sharedResponses } from './responses.ts';
import { outputSchemas, type JsonSchema } from './schemas.ts';
import { tagDescriptions } from './tags.ts';
import { webhooks } from './webhooks.ts';

const description = `Lists are paginated in one of two ways; each call says which.

- The body is an array: while there are more rows, the \`Link\` header (RFC 8288) has the URL of the next page.
- The body is an object with \`next\`: pass it as \`after\` to get the next page; it is null on the last page. The \`Link\` header is set, too.

\`limit\` is the maximum number of rows of a page. Cursors are opaque: pass them on unchanged.

A session may send ${invalidInputLimit.times} changes with invalid input in ${invalidInputLimit.seconds} seconds. Further ones get 429 instead of 400, 413, 415 or 422.

Ids are ULIDs and not case-sensitive.

The schemas have only the patterns that all regular expression engines read. The API checks more: \`InvalidInput\` says what is wrong.`;

/** The OpenAPI 3.1 document of the whole API, generated from the call table. */
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
    tags: Object.entries(tagDescriptions).map(([name, tag]) => ({ name, description: tag.description })),
    paths,
    webhooks,
    components: {
      schemas: schemasUsedBy({ paths, sharedResponses }, { ...outputSchemas.components, ...requestSchemas }),
      parameters: requestParameters,
      responses: sharedResponses,
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

/** The schemas that a part of the document references, directly or through other schemas. */
function schemasUsedBy(document: object, schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const used: Record<string, JsonSchema> = {};
  const collect = (value: object) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema || used[name]) continue;
      used[name] = schema;
      collect(schema);
    }
  };
  collect(document);
  return Object.fromEntries(Object.entries(used).sort(([a], [b]) => (a < b ? -1 : 1)));
}
