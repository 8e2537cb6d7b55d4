import { parseSettings } from '../src/settings.ts';
import { warningsOfOldNames } from '../src/settings/renamed-settings.ts';
import { development, faultsOf, production } from './support/environments.ts';

describe('a setting with an old name', () => {
  const old = { ...development, COMPANY_DOMAIN: 'example.org' };

  it('still works, and the warning at the start names the new one', () => {
    expect(parseSettings(old).STAFF_EMAIL_DOMAIN).toBe('example.org');
    expect(warningsOfOldNames(old)).toEqual([expect.stringContaining('COMPANY_DOMAIN is now STAFF_EMAIL_DOMAIN')]);
    expect(warningsOfOldNames({ COMPANY_DOMAIN_FILE: '/run/domain' })).toHaveLength(1);
    expect(warningsOfOldNames({ ...development, STAFF_EMAIL_DOMAIN: 'example.org', COMPANY_DOMAIN: '' })).toEqual([]);
  });

  it('may say the same as the new one, and nothing else', () => {
    expect(faultsOf({ ...old, STAFF_EMAIL_DOMAIN: ' example.org' })).toEqual([]);
    expect(faultsOf({ ...old, STAFF_EMAIL_DOMAIN: 'example.com' })).toEqual([
      expect.stringContaining('STAFF_EMAIL_DOMAIN: is also set by its old name COMPANY_DOMAIN, to another value'),
    ]);
  });
});

describe('who is staff', () => {
  const { STAFF_CONNECTIONS: _, STAFF_REQUIRE_MFA: __, ...unsaid } = production;

  it('has to be said in production, if only that it is no one', () => {
    expect(faultsOf(unsaid)).toEqual([expect.stringContaining('STAFF_CONNECTIONS: has to be given in production')]);
    expect(parseSettings({ ...unsaid, STAFF_CONNECTIONS: 'none' }).STAFF_CONNECTIONS).toEqual([]);
  });

  it('is no one where nothing is said elsewhere', () =>
    expect(parseSettings({ ...unsaid, NODE_ENV: 'development' }).STAFF_CONNECTIONS).toEqual([]));

  it('needs a second factor in production unless the settings say otherwise, and not elsewhere', () => {
    const requires = (more: Record<string, string>) =>
      parseSettings({ ...unsaid, STAFF_CONNECTIONS: 'waad|', ...more }).STAFF_REQUIRE_MFA;
    expect(requires({})).toBe(true);
    expect(requires({ STAFF_REQUIRE_MFA: 'false' })).toBe(false);
    expect(requires({ NODE_ENV: 'development' })).toBe(false);
  });
});
