import { readFile } from 'node:fs/promises';
import { calls } from '@portal/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { referenceFiles } from '../scripts/reference-files.ts';
import { openApiDocument } from '../src/http/openapi.ts';

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

const files = await referenceFiles();

it.each(Object.entries(files))('docs/%s is what the code says (npm run reference writes it)', async (name, text) =>
  expect(await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')).toBe(text),
);
