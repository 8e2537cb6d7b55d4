import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { parseSettings } from '../../../src/platform/config/settings.ts';
import { testEnvironment } from '../../support/api.ts';

const environmentWithSmtp = {
  ...testEnvironment,
  DATABASE_URL: 'postgresql://portal@db/portal',
  SIGNING_KEYS_DIR: '/keys',
};
const { SMTP_URL: _, ...withoutSmtp } = environmentWithSmtp;

describe('a setting in a file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'settings-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const writeSettingFile = async (content: string) => {
    const file = join(folder, 'setting');
    await writeFile(file, content);
    return file;
  };

  it('is read like the variable, without the final newline', async () => {
    const settings = parseSettings({
      ...withoutSmtp,
      SMTP_URL_FILE: await writeSettingFile('smtp://mail.example.com:25\n'),
    });
    expect(settings.SMTP_URL).toBe('smtp://mail.example.com:25');
  });

  it('is validated like the variable, and its error does not contain its value', async () => {
    const file = await writeSettingFile('canary');
    expect(() => parseSettings({ ...withoutSmtp, SMTP_URL_FILE: file })).toThrow(
      /^These settings are missing or invalid:\n {2}SMTP_URL: must be the URL of a mail server[^\n]*$/,
    );
  });

  it.each([
    ['that cannot be read', withoutSmtp, 'must be a readable file (ENOENT)'],
    ['that is set together with the variable', environmentWithSmtp, 'can’t be set together with SMTP_URL'],
  ])('%s is reported by its name', (_title, environment, error) =>
    expect(() => parseSettings({ ...environment, SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      new AppError(`These settings are missing or invalid:\n  SMTP_URL_FILE: ${error}`),
    ),
  );
});
