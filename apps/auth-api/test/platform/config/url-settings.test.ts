import { parseSettings } from '../../../src/platform/config/settings.ts';
import { developmentSettings, productionSettings, settingErrors } from '../../support/environments.ts';

describe('a setting', () => {
  it.each([
    ['DATABASE_URL', 'postgresql://portal:12/34@db:5432/portal'],
    ['DATABASE_URL', 'postgresql://portal:12?34@db:5432/portal'],
    ['DATABASE_URL', 'postgresql://portal:12#34@db:5432/portal'],
    ['DATABASE_URL', 'postgresql://portal:a/b@db:5432/portal'],
    ['SMTP_URL', 'smtps://portal:12/34@smtp.example.com:465'],
    ['SMTP_URL', 'smtps://portal:12?34@smtp.example.com:465'],
    ['SMTP_URL', 'smtps://portal:12#34@smtp.example.com:465'],
  ])('%s=%s is rejected, and the error says what to do about the password', (name, value) =>
    expect(settingErrors({ ...developmentSettings, [name]: value })).toEqual([
      expect.stringMatching(
        new RegExp(`^${name}: .*percent-encode /, \\?, #, @ and % in the password, e\\.g\\. 12/34 as 12%2F34`),
      ),
    ]),
  );

  it.each([
    ['HTTPS://Auth-API.Acme.example', 'https://auth-api.acme.example'],
    ['https://auth-api.acme.example:443/', 'https://auth-api.acme.example'],
    ['https://auth-api.acme.example/a/../b/', 'https://auth-api.acme.example/b'],
  ])('that is the URL %s is stored as %s', (AUTH_API_URL, expected) => {
    expect(parseSettings({ ...productionSettings, AUTH_API_URL })).toMatchObject({
      AUTH_API_URL: expected,
    });
  });

  it('may have a percent-encoded password', () => {
    const DATABASE_URL = 'postgresql://portal:12%2F34%3F%23%40@db:5432/portal?application_name=a@b';
    expect(parseSettings({ ...developmentSettings, DATABASE_URL })).toMatchObject({ DATABASE_URL });
  });

  it.each([
    ['AUTH_API_URL', 'HTTP://auth-api.acme.example'],
    ['AUTH0_ISSUER', 'HTTP://tenant.acme.example/'],
  ])('%s=%s is not https in production, however it is written', (name, value) =>
    expect(settingErrors({ ...productionSettings, [name]: value })).toContain(`${name}: must be https in production`),
  );
});
