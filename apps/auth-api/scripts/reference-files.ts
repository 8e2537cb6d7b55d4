import { format } from 'oxfmt';
import { openApiDocument } from '../src/http/openapi.ts';
import { callsPage } from '../src/reference/calls-page.ts';
import { errorsPage } from '../src/reference/errors-page.ts';
import { settingsPage } from '../src/reference/settings-page.ts';

/** The files of docs/ that are made from the code, by name. */
export async function referenceFiles(): Promise<Record<string, string>> {
  const document = openApiDocument('https://auth-api.example.com', '0.1.0');
  return {
    'openapi.json': await formatted('openapi.json', JSON.stringify(document)),
    'api.md': await formatted('api.md', callsPage()),
    'errors.md': await formatted('errors.md', errorsPage()),
    'settings.md': await formatted('settings.md', settingsPage()),
  };
}

async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
