import { readFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3, type RequestBodyObject } from 'openapi-typescript';
import { format } from 'oxfmt';

type MediaTypes = NonNullable<RequestBodyObject['content']>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The components that the paths refer to, also by other components. */
function usedComponents({ components = {} }: OpenAPI3, paths: unknown): NonNullable<OpenAPI3['components']> {
  const used: Record<string, Record<string, unknown>> = {};
  const addFrom = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/#\/components\/(\w+)\/([\w.-]+)/g)) {
      if (used[kind]?.[name] !== undefined) continue;
      const component = (components as typeof used)[kind]?.[name];
      used[kind] = { ...used[kind], [name]: component };
      addFrom(component);
    }
  };
  addFrom(paths);
  return used;
}

const contentOf = (response: unknown) => (response as { content?: MediaTypes } | undefined)?.content ?? {};

/** The text of src/generated/operations.ts: the calls that API tokens can make, with their types, from the OpenAPI document. */
export async function operationsFile(): Promise<string> {
  const file = new URL('../../../docs/generated/openapi.json', import.meta.url);
  const document = JSON.parse(await readFile(file, 'utf8')) as OpenAPI3;
  const routes: [name: string, method: string, path: string][] = [];
  const paths: OpenAPI3['paths'] = {};
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = '$ref' in item ? undefined : item[method];
      if (!operation || '$ref' in operation || !operation.operationId) continue;
      if (!operation.security?.some((scheme) => 'apiToken' in scheme)) continue;
      // The client returns JSON. A program sends the request of a download by its path.
      if (!('application/json' in contentOf(operation.responses?.['200']))) continue;
      routes.push([operation.operationId, method.toUpperCase(), path]);
      const { operationId, parameters = [], requestBody, responses = {} } = operation;
      paths[path] = {
        ...paths[path],
        [method]: {
          operationId,
          // The client sets the headers, which are references.
          parameters: parameters.filter((parameter) => !('$ref' in parameter)),
          ...(requestBody && { requestBody }),
          responses: { 200: { description: 'Success', content: contentOf(responses['200']) } },
        },
      };
    }
  }
  const { openapi, info } = document;
  const types = astToString(await openapiTS({ openapi, info, paths, components: usedComponents(document, paths) }));
  const table = routes.map(([name, method, path]) => `${name}: { method: '${method}', path: '${path}' },`).join('\n');
  const text = `// Written by \`npm run reference\` from docs/generated/openapi.json.
${types}
/** The method and the path of each call. */
export const routes = {
${table}
} as const satisfies Readonly<Record<keyof operations, { readonly method: string; readonly path: string }>>;
`;
  const { code, errors } = await format('operations.ts', text, { printWidth: 120, singleQuote: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
