import { readFile } from 'node:fs/promises';
import { calls } from '@portal/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { format } from 'prettier';
import { openApiDocument } from '../src/http/openapi.ts';

const document = openApiDocument('https://auth-api.example.com', '0.1.0');
const stored = new URL('../../../docs/openapi.json', import.meta.url);

describe('the OpenAPI document', () => {
  it('is valid', async () =>
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true }));

  it('has every call once, under its name', () => {
    const paths = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
    const operations = paths.flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(operations.sort()).toEqual(Object.keys(calls).sort());
  });

  it('is the one in docs/openapi.json (npm run openapi writes it)', async () =>
    expect(await format(JSON.stringify(document), { parser: 'json', printWidth: 120 })).toBe(
      await readFile(stored, 'utf8'),
    ));
});
