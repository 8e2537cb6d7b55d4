import { format } from 'prettier';
import { openApiDocument } from '../src/http/openapi.ts';
import { callsPage } from '../src/reference/calls-page.ts';
import { errorsPage } from '../src/reference/errors-page.ts';
import { settingsPage } from '../src/reference/settings-page.ts';

/** The files of docs/ that are made from the code, by name. */
export async function referenceFiles(): Promise<Record<string, string>> {
  const document = openApiDocument('https://auth-api.example.com', '0.1.0');
  return {
    'openapi.json': await format(JSON.stringify(document), { parser: 'json', printWidth: 120 }),
    'api.md': await format(callsPage(), { parser: 'markdown', printWidth: 120 }),
    'errors.md': await format(errorsPage(), { parser: 'markdown', printWidth: 120 }),
    'settings.md': await format(settingsPage(), { parser: 'markdown', printWidth: 120 }),
  };
}
