import { callsByFeature, type Call } from '@portal/contract';
import { featureWords } from './feature-words.ts';
import { operationOf, requestParameters, securitySchemes } from './openapi-operations.ts';
import { responseHeaders } from './openapi-responses.ts';
import { answers, type JsonSchema } from './openapi-schemas.ts';

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
    info: { title: 'Account portal: auth API', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    tags: Object.entries(featureWords).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas: answers.components,
      parameters: requestParameters,
      headers: responseHeaders,
      securitySchemes,
    },
  };
}
