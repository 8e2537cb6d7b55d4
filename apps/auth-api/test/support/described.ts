import type { Response } from 'supertest';
import * as z from 'zod';
import { openApiDocument } from '../../src/http/openapi.ts';

interface Described {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: z.core.JSONSchema.JSONSchema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Described>>;
}

const document = openApiDocument('https://auth-api.example.com', '0.1.0');
/** The schemas of the document, in the place where JSON Schema has them. */
const $defs = withLocalReferences((document['components'] as { schemas: object }).schemas);
const operations = new Map(
  Object.values(document['paths'] as Record<string, Record<string, Operation>>)
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
);

/** Headers that an operation names for each response that may have them. */
const named = ['RateLimit', 'RateLimit-Policy', 'Link', 'Retry-After', 'Content-Disposition', 'ETag', 'Location'];

const known = new Map<string, z.ZodType>();

/** Whether the OpenAPI document describes a response: its status, its media type, its headers and its body. */
export function expectDescribed(name: string, { status, type, headers, body }: Response): void {
  const response = operations.get(name)?.responses[String(status)];
  expect([name, status, response === undefined]).toEqual([name, status, false]);
  const sent = named.filter((header) => headers[header.toLowerCase()] !== undefined);
  expect([name, status, Object.keys(response?.headers ?? {})]).toEqual([name, status, expect.arrayContaining(sent)]);
  const hasContent = status !== 303 && status !== 304;
  expect([name, status, Object.keys(response?.content ?? {})]).toEqual([name, status, hasContent ? [type] : []]);
  const schema = response?.content?.['application/json']?.schema;
  if (schema)
    expect([name, status, schemaOf(name, status, schema).safeParse(body).error]).toEqual([name, status, undefined]);
}

function schemaOf(name: string, status: number, schema: object): z.ZodType {
  const key = `${name} ${status}`;
  const made = known.get(key) ?? z.fromJSONSchema({ $defs, ...withLocalReferences(schema) });
  known.set(key, made);
  return made;
}

function withLocalReferences(schema: object): Record<string, z.core.JSONSchema.JSONSchema> {
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text) as Record<string, z.core.JSONSchema.JSONSchema>;
}
