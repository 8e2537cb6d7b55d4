import type { Response } from 'supertest';
import * as z from 'zod';
import { openApiDocument } from '../../src/features/openapi/document.ts';

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: z.core.JSONSchema.JSONSchema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DescribedResponse | { readonly $ref: string }>>;
}

interface Components {
  readonly schemas: object;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

const document = openApiDocument('https://auth-api.example.com', '0.1.0');
const components = document['components'] as Components;
/** The schemas of the document as JSON Schema definitions. */
const $defs = withLocalReferences(components.schemas);
const operations = new Map(
  Object.values(document['paths'] as Record<string, Record<string, Operation>>)
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
);

/** Headers that the document must list for a response that has them. */
const documentedHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'Retry-After',
  'Content-Disposition',
  'ETag',
  'Location',
];

const parsers = new Map<string, z.ZodType>();

/** Expects that the OpenAPI document describes a response: its status, media type, headers and body. */
export function expectMatchesOpenApi(name: string, { status, type, headers, body }: Response): void {
  const response = findResponse(name, status);
  expect([name, status, response === undefined]).toEqual([name, status, false]);
  const sent = documentedHeaders.filter((header) => headers[header.toLowerCase()] !== undefined);
  expect([name, status, Object.keys(response?.headers ?? {})]).toEqual([name, status, expect.arrayContaining(sent)]);
  const hasContent = status !== 303 && status !== 304;
  expect([name, status, Object.keys(response?.content ?? {})]).toEqual([
    name,
    status,
    hasContent ? (expect.arrayContaining([type]) as string[]) : [],
  ]);
  const schema = response?.content?.['application/json']?.schema;
  if (schema) expect([name, status, parserOf(schema).safeParse(body).error]).toEqual([name, status, undefined]);
}

function findResponse(name: string, status: number): DescribedResponse | undefined {
  const response = operations.get(name)?.responses[String(status)];
  return response && '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
}

function parserOf(schema: object): z.ZodType {
  const key = JSON.stringify(schema);
  const parser = parsers.get(key) ?? z.fromJSONSchema({ $defs, ...withLocalReferences(schema) });
  parsers.set(key, parser);
  return parser;
}

function withLocalReferences(schema: object): Record<string, z.core.JSONSchema.JSONSchema> {
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text) as Record<string, z.core.JSONSchema.JSONSchema>;
}
