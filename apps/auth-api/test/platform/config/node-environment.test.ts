import { isProduction } from '../../../src/platform/config/node-environment.ts';
import { parseSettings } from '../../../src/platform/config/settings.ts';
import { developmentSettings, productionSettings, settingErrors } from '../../support/environments.ts';

describe('NODE_ENV', () => {
  const { NODE_ENV: _, ...withoutNodeEnv } = productionSettings;
  const { NODE_ENV: __, ...localWithoutNodeEnv } = developmentSettings;

  it.each([{}, { NODE_ENV: '' }, { NODE_ENV: ' ' }])('means production in %j', (given) => {
    expect(parseSettings({ ...withoutNodeEnv, ...given })).toMatchObject({
      NODE_ENV: 'production',
      STAFF_REQUIRE_MFA: true,
      API_REFERENCE: false,
    });
    const errors = settingErrors({ ...localWithoutNodeEnv, ...given }).join();
    expect(errors).toContain('PORTAL_URL: must be https in production');
    expect(errors).toContain('AUTH0_CLIENT_SECRET: must have at least 32 characters in production');
    expect(isProduction(given)).toBe(true);
  });

  it('that is unknown means production for programs without settings', () => {
    for (const NODE_ENV of ['prod', 'Development', 'staging']) expect(isProduction({ NODE_ENV })).toBe(true);
    for (const NODE_ENV of ['development', 'test']) expect(isProduction({ NODE_ENV })).toBe(false);
  });

  describe.each(['development', 'test'])('%s', (NODE_ENV) => {
    it.each([
      ['https://portal.acme.example', 'https://auth-api.acme.example'],
      ['http://portal.acme.example', 'http://auth-api.acme.example'],
      ['http://192.168.1.5:9000', 'http://192.168.1.5:9001'],
      ['http://localhost.acme.example', 'http://127.0.0.1.acme.example'],
    ])('rejects the public URLs %s and %s', (PORTAL_URL, AUTH_API_URL) => {
      const errors = settingErrors({ ...productionSettings, NODE_ENV, PORTAL_URL, AUTH_API_URL });
      expect(errors).toEqual([
        expect.stringContaining('AUTH_API_URL: must be an address of this machine'),
        expect.stringContaining('PORTAL_URL: must be an address of this machine'),
      ]);
    });

    it.each([
      ['http://localhost:9000', 'http://localhost:9001'],
      ['http://account.localhost:9000', 'http://account.localhost:9001'],
      ['http://127.0.0.1:9000', 'http://127.0.0.1:9001'],
      ['http://[::1]:9000', 'http://[::1]:9001'],
      ['https://localhost', 'https://localhost:9001'],
    ])('accepts %s and %s', (PORTAL_URL, AUTH_API_URL) =>
      expect(settingErrors({ ...developmentSettings, NODE_ENV, PORTAL_URL, AUTH_API_URL })).toEqual([]),
    );
  });

  it('production rejects public URLs without https', () => {
    const urls = { AUTH_API_URL: 'http://auth-api.acme.example', PORTAL_URL: 'http://portal.acme.example' };
    expect(settingErrors({ ...productionSettings, ...urls })).toEqual([
      'AUTH_API_URL: must be https in production',
      'PORTAL_URL: must be https in production',
    ]);
  });
});
