// Writes docs/openapi.json, the description of the API that a test compares with the table of calls.
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { openApiDocument } from '../src/http/openapi.ts';

const document = openApiDocument('https://auth-api.example.com', '0.1.0');
const text = await format(JSON.stringify(document), { parser: 'json', printWidth: 120 });
await writeFile(new URL('../../../docs/openapi.json', import.meta.url), text);
