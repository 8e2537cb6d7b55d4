import { parseSettings } from '../../../src/platform/config/settings.ts';
import { developmentSettings, settingErrors, productionSettings } from '../../support/environments.ts';

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
