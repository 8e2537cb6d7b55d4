import { readFile } from 'node:fs/promises';
import { isOpenToApiTokens, calls, apiErrors, isShownByBrowser, oauthErrorCodeOf, type Call } from '@portal/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as z from 'zod';
import { referenceFiles } from '../../../scripts/reference-files.ts';
import { possibleErrors } from '../../../src/request/call/possible-errors.ts';
import { requestTypeOf } from '../../../src/features/openapi/operations.ts';
import { openApiDocument } from '../../../src/features/openapi/document.ts';
import { headingAnchor } from '../../../src/features/openapi/reference/markdown.ts';

const document = openApiDocument('https://auth-api.example.com', '0.1.0');

describe('the OpenAPI document', () => {
  it('is valid', async () =>
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true }));

  it('has every call once, under its name', () => {
    const paths = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
    const operations = paths.flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(operations.sort()).toEqual(Object.keys(calls).sort());
  });
});

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly in?: string;
    readonly name?: string;
    readonly description?: string;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Record<string, { schema: { $ref?: string }; example?: unknown }> };
  readonly responses: Record<string, Response | { readonly $ref: string }>;
}

interface Response {
  readonly headers: object;
  readonly content?: object;
}

const { schemas, responses } = document['components'] as {
  schemas: Record<string, { properties: Record<string, unknown> }>;
  responses: Record<string, Response>;
};

/** A response of a call, or the shared one that it references. */
function resolveResponse(response: Response | { readonly $ref: string } | undefined): Response {
  const resolved = response && '$ref' in response ? responses[response.$ref.split('/').at(-1) ?? ''] : response;
  if (!resolved) throw new Error('This response is not in the document.');
  return resolved;
}

/** The schema of the request body. The sender defines the body of a webhook. */
const bodyOf = ({ operationId, requestBody }: Operation) =>
  schemas[requestBody?.content[requestTypeOf(calls[operationId] as Call)]?.schema.$ref?.split('/').at(-1) ?? ''];

const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
);

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s in the OpenAPI document',
  (name, operation) => {
    const call = calls[name] as Call;
    const isSessionWrite = call.method !== 'GET' && !['anyone', 'webhook'].includes(call.access.who);

    it('lists the credentials that the call accepts', () => {
      const { access } = call;
      const tokens =
        access.who === 'instance'
          ? ['instance']
          : access.who === 'anyone' || access.who === 'webhook'
            ? []
            : (access.tokens ?? []);
      const session = ['anyone', 'instance', 'webhook'].includes(access.who) ? [] : ['session'];
      expect(operation.security.flatMap((each) => Object.keys(each))).toEqual([
        ...session,
        ...(access.who === 'member' && isOpenToApiTokens(call) ? ['apiToken'] : []),
        ...tokens.map((kind) => `${kind}Token`),
      ]);
    });

    it('has requestUlid exactly if a session makes a change, and the ULID header also if the call sets a cookie', () => {
      const hasUlidHeader = operation.parameters
        .map(({ $ref }) => $ref)
        .includes('#/components/parameters/requestUlid');
      const hasRequestUlid = bodyOf(operation)?.properties.requestUlid !== undefined;
      const hasCheckedOrigin = isSessionWrite || call.setsCookie === true;
      expect([hasUlidHeader, hasRequestUlid]).toEqual([hasCheckedOrigin, isSessionWrite]);
    });

    it('has a body with its own schema, and a valid example', () => {
      const { content } = operation.requestBody ?? {};
      if (!content || call.access.who === 'webhook') return;
      const example = content[requestTypeOf(call)]?.example;
      expect(bodyOf(operation)).toBeDefined();
      expect(example).toBeDefined();
      expect((call.body ?? z.object({})).safeParse(example).error).toBeUndefined();
    });

    it('has a valid example of every parameter', () => {
      const examplesIn = (location: string) =>
        Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter.in === location && parameter.example !== undefined)
            .map(({ name: field = '', example }) => [field, example]),
        );
      expect(call.params?.safeParse(examplesIn('path')).error).toBeUndefined();
      expect(call.query?.safeParse(examplesIn('query')).error).toBeUndefined();
    });

    it('describes how a list is paginated', () => {
      if (!call.paginated) return;
      const hasNext = JSON.stringify(z.toJSONSchema(call.result as z.ZodType)).includes('"next"');
      const kind = hasNext ? 'pass `next` of a page as `after`' : 'the `Link` header has the URL';
      expect(operation.description).toContain(kind);
    });

    it('describes every path and query parameter', () => {
      const undescribed = operation.parameters.filter(
        ({ $ref, description = '' }) => $ref === undefined && description === '',
      );
      expect(undescribed).toEqual([]);
    });

    // @covers 8.18
    it('lists each error type of the call under its status, in one schema', () => {
      for (const type of possibleErrors(call)) {
        const response = resolveResponse(operation.responses[String(apiErrors[type].status)]);
        const schema = call.wire === 'oauth' ? 'OAuthErrorBody' : 'ErrorBody';
        const shape = isShownByBrowser(call) ? 'text/html' : `"$ref":"#/components/schemas/${schema}"`;
        expect(JSON.stringify(response.content)).toContain(shape);
        const name = call.wire === 'oauth' ? oauthErrorCodeOf(type) : type;
        expect(JSON.stringify(response)).toContain(`\`${name}\``);
      }
    });

    it('lists the success statuses, and the body of a webhook', () => {
      const redirect = call.confirmWhen ? ['200', '303'] : ['303'];
      const successes = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      const other = call.responseKind === 'document' ? ['200', '304'] : ['200'];
      expect(successes).toEqual(call.responseKind === 'redirect' ? redirect : other);
      if (call.access.who === 'webhook') expect(operation.requestBody).toMatchObject({ required: true });
    });

    it('describes the headers of every response', () => {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { headers } = resolveResponse(response);
        expect(headers).toHaveProperty('X-Request-Id');
        expect('Retry-After' in headers).toBe(['429', '503'].includes(status));
      }
    });
  },
);

const files = await referenceFiles();

it.each(Object.entries(files))('docs/generated/%s is up to date (run npm run reference)', async (name, text) =>
  expect(await readFile(new URL(`../../../../../docs/generated/${name}`, import.meta.url), 'utf8')).toBe(text),
);

it('every link between the files in docs/generated/ leads to a heading', () => {
  const anchorsOf = (name: string) =>
    [...(files[name] ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => headingAnchor(title));
  const broken = Object.entries(files)
    .filter(([name]) => name.endsWith('.md'))
    .flatMap(([name, text]) =>
      [...text.matchAll(/\]\(([\w.]*)#([^)]+)\)/g)].map(([, file, anchor]) => [file || name, anchor]),
    )
    .filter(([file = '', anchor = '']) => !anchorsOf(file).includes(anchor));
  expect(broken).toEqual([]);
});
