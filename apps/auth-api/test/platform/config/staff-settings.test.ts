import { parseSettings } from '../../../src/platform/config/settings.ts';
import { renamedSettingWarnings } from '../../../src/platform/config/renamed-settings.ts';
import { developmentSettings, settingErrors, productionSettings } from '../../support/environments.ts';

describe('a setting with an old name', () => {
  const old = { ...developmentSettings, COMPANY_DOMAIN: 'example.org' };

  it('still works, and a warning at startup names the new one', () => {
    expect(parseSettings(old).STAFF_EMAIL_DOMAIN).toBe('example.org');
    expect(renamedSettingWarnings(old)).toEqual([expect.stringContaining('COMPANY_DOMAIN is now STAFF_EMAIL_DOMAIN')]);
    expect(renamedSettingWarnings({ COMPANY_DOMAIN_FILE: '/run/domain' })).toHaveLength(1);
    expect(
      renamedSettingWarnings({ ...developmentSettings, STAFF_EMAIL_DOMAIN: 'example.org', COMPANY_DOMAIN: '' }),
    ).toEqual([]);
  });

  it('can be set with the new name only to the same value', () => {
    expect(settingErrors({ ...old, STAFF_EMAIL_DOMAIN: ' example.org' })).toEqual([]);
    expect(settingErrors({ ...old, STAFF_EMAIL_DOMAIN: 'example.com' })).toEqual([
      expect.stringContaining('STAFF_EMAIL_DOMAIN: is also set to a different value by its old name COMPANY_DOMAIN'),
    ]);
  });
});

describe('the staff settings', () => {
  const { STAFF_CONNECTIONS: _, STAFF_REQUIRE_MFA: __, ...withoutStaff } = productionSettings;

  const local = {
    NODE_ENV: 'development',
    PORTAL_URL: developmentSettings.PORTAL_URL,
    AUTH_API_URL: developmentSettings.AUTH_API_URL,
  };

  it('are required in production, even if there is no staff', () => {
    expect(settingErrors(withoutStaff)).toEqual([
      expect.stringContaining('STAFF_CONNECTIONS: is required in production'),
    ]);
    expect(parseSettings({ ...withoutStaff, STAFF_CONNECTIONS: 'none' }).STAFF_CONNECTIONS).toEqual([]);
  });

  it('define no staff by default outside production', () =>
    expect(parseSettings({ ...withoutStaff, ...local }).STAFF_CONNECTIONS).toEqual([]));

  it('require a second factor by default in production, and not elsewhere', () => {
    const requires = (overrides: Record<string, string>) =>
      parseSettings({ ...withoutStaff, STAFF_CONNECTIONS: 'waad|', ...overrides }).STAFF_REQUIRE_MFA;
    expect(requires({})).toBe(true);
    expect(requires({ STAFF_REQUIRE_MFA: 'false' })).toBe(false);
    expect(requires(local)).toBe(false);
  });
});
