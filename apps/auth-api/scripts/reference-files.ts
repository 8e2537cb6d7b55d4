import { format } from 'oxfmt';
import { openApiDocument } from '../src/features/openapi/document.ts';
import { callsPage } from '../src/features/openapi/reference/calls-page.ts';
import { errorsPage } from '../src/features/openapi/reference/errors-page.ts';
import { settingsPage } from '../src/features/openapi/reference/settings-page.ts';

/** The files in docs/generated/ that npm run reference writes, by name. */
export async function referenceFiles(): Promise<Record<string, string>> {
  const document = openApiDocument('https://auth-api.example.com', '0.1.0');
  return {
    'openapi.json': await formatText('openapi.json', JSON.stringify(document)),
    'api.md': await formatText('api.md', callsPage()),
    'errors.md': await formatText('errors.md', errorsPage()),
    'settings.md': await formatText('settings.md', settingsPage()),
  };
}

async function formatText(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, { printWidth: 120 });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
