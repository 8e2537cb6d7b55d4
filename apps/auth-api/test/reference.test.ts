import { readFile } from 'node:fs/promises';
import { calls, problems, type Call } from '@portal/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as z from 'zod';
import { referenceFiles } from '../scripts/reference-files.ts';
import { problemsOf } from '../src/http/declared-problems.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { anchorOf } from '../src/reference/markdown.ts';

const document = openApiDocument('https://auth-api.example.com', '0.1.0');

describe('the OpenAPI document', () => {
  it('is valid', async () =>
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true }));

  it('has patterns that other programs read as we do', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)];
    expect(patterns.length).toBeGreaterThan(20);
    for (const [, pattern = '""'] of patterns) new RegExp(JSON.parse(pattern) as string, 'u');
    expect(JSON.stringify(schemas['ProfileEdit']?.properties.githubUsername)).toContain('A-Za-z');
  });

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
  readonly responses: Record<string, { readonly headers: object; readonly content?: object }>;
}

const { schemas } = document['components'] as { schemas: Record<string, { properties: Record<string, unknown> }> };

/** The schema of what a request brings; of a webhook its sender says it. */
const bodyOf = ({ requestBody }: Operation) =>
  schemas[requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''];

const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
);

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s in the OpenAPI document',
  (name, operation) => {
    const call = calls[name] as Call;
    const isChangeOfASession = call.method !== 'GET' && !['anyone', 'webhook'].includes(call.access.who);

    it('names the credentials that the table accepts', () => {
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
        ...tokens.map((kind) => `${kind}Token`),
      ]);
    });

    it('asks for the id of a request and takes a requestUlid where a session changes something, and only there', () => {
      const asked = operation.parameters.map(({ $ref }) => $ref).includes('#/components/parameters/requestId');
      const taken = bodyOf(operation)?.properties.requestUlid !== undefined;
      expect([asked, taken]).toEqual([isChangeOfASession, isChangeOfASession]);
    });

    it('has a body with a name of its own, and an example that the call accepts', () => {
      const { content } = operation.requestBody ?? {};
      if (!content || call.access.who === 'webhook') return;
      const example = content['application/json']?.example;
      expect(bodyOf(operation)).toBeDefined();
      expect(example).toBeDefined();
      expect((call.body ?? z.object({})).safeParse(example).error).toBeUndefined();
    });

    it('has an example of every parameter that the call accepts', () => {
      const of = (place: string) =>
        Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter.in === place && parameter.example !== undefined)
            .map(({ name: field = '', example }) => [field, example]),
        );
      expect(call.params?.safeParse(of('path')).error).toBeUndefined();
      expect(call.query?.safeParse(of('query')).error).toBeUndefined();
    });

    it('describes which of the two kinds of pages a list has', () => {
      if (!call.paged) return;
      const hasNext = JSON.stringify(z.toJSONSchema(call.result as z.ZodType)).includes('"next"');
      const kind = hasNext ? 'pass `next` of a page as `after`' : 'the `Link` header has the address';
      expect(operation.description).toContain(kind);
    });

    it('says what every parameter of its path and its query is', () => {
      const unsaid = operation.parameters.filter(
        ({ $ref, description = '' }) => $ref === undefined && description === '',
      );
      expect(unsaid).toEqual([]);
    });

    // @covers 8.18
    it('has each type of failure that the call declares under its status, in one shape', () => {
      for (const type of problemsOf(call)) {
        const answer = operation.responses[String(problems[type].status)];
        const shape = call.answers === 'page' ? 'text/html' : `"$ref":"#/components/schemas/ProblemBody"`;
        expect(JSON.stringify(answer?.content)).toContain(shape);
        expect(JSON.stringify(answer)).toContain(`\`${type}\``);
      }
    });

    it('tells what a success is answered with, and that a webhook takes a body', () => {
      const page = call.showsPage ? ['200'] : call.confirms ? ['200', '303'] : ['303'];
      const successes = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      const other = call.answers === 'document' ? ['200', '304'] : ['200'];
      expect(successes).toEqual(call.answers === 'page' ? page : other);
      if (call.access.who === 'webhook') expect(operation.requestBody).toMatchObject({ required: true });
    });

    it('tells the headers of every answer', () => {
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        expect(headers).toHaveProperty('X-Request-Id');
        expect('Retry-After' in headers).toBe(['429', '503'].includes(status));
      }
    });
  },
);

const files = await referenceFiles();

it.each(Object.entries(files))('docs/%s is what the code says (npm run reference writes it)', async (name, text) =>
  expect(await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')).toBe(text),
);

it('every link between the files of docs/ leads to a heading', () => {
  const anchorsOf = (name: string) =>
    [...(files[name] ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
  const broken = Object.entries(files)
    .filter(([name]) => name.endsWith('.md'))
    .flatMap(([name, text]) =>
      [...text.matchAll(/\]\(([\w.]*)#([^)]+)\)/g)].map(([, file, anchor]) => [file || name, anchor]),
    )
    .filter(([file = '', anchor = '']) => !anchorsOf(file).includes(anchor));
  expect(broken).toEqual([]);
});
