import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../src/fault.ts';
import { parseSettings } from '../src/settings.ts';
import { testEnvironment } from './support/api.ts';

const given = { ...testEnvironment, DATABASE_URL: 'postgresql://portal@db/portal', SIGNING_KEYS_DIR: '/keys' };
const { SMTP_URL: _, ...withoutSmtp } = given;

describe('a setting in a file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'settings-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const fileOf = async (content: string) => {
    const file = join(folder, 'setting');
    await writeFile(file, content);
    return file;
  };

  it('is read as if the variable said it, without the line’s end', async () => {
    const settings = parseSettings({ ...withoutSmtp, SMTP_URL_FILE: await fileOf('smtp://mail.example.com:25\n') });
    expect(settings.SMTP_URL).toBe('smtp://mail.example.com:25');
  });

  it('is judged as the setting, and told without what it says', async () => {
    const file = await fileOf('canary');
    expect(() => parseSettings({ ...withoutSmtp, SMTP_URL_FILE: file })).toThrow(
      /^These settings are missing or wrong:\n {2}SMTP_URL: must be the address of a mail server[^\n]*$/,
    );
  });

  it.each([
    ['can’t be read', withoutSmtp, 'must be a file that can be read (ENOENT)'],
    ['stands beside the variable', given, 'can’t be set together with SMTP_URL'],
  ])('that %s is one fault, by its name', (_how, environment, fault) =>
    expect(() => parseSettings({ ...environment, SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      new Fault(`These settings are missing or wrong:\n  SMTP_URL_FILE: ${fault}`),
    ),
  );
});
