import { renamedSettings, renamedSettingWarnings } from '../../../src/platform/config/renamed-settings.ts';
import { parseSettings, type Settings } from '../../../src/platform/config/settings.ts';
import { settingWarnings } from '../../../src/platform/config/warnings.ts';
import { developmentSettings, settingErrors } from '../../support/environments.ts';

/** Two different valid values of each renamed setting, and how the first one is parsed. */
const values: Record<string, readonly [value: string, other: string, parsed: unknown]> = {
  COMPANY_DOMAIN: ['example.org', 'example.com', 'example.org'],
  DATABASE_WAIT_MS: ['1400', '1500', 1_400],
  AUTH0_WAIT_MS: ['1400', '1500', 1_400],
  STRIPE_WAIT_MS: ['1400', '1500', 1_400],
  RATE_LIMIT_SCALE: ['2', '3', 2],
  ANALYTICS_FLAGS_SECONDS: ['20', '40', 20],
  FRESH_LOGIN_MINUTES: ['20', '40', 20],
  INSTANCE_TOKEN_DAYS: ['20', '40', 20],
};

/** The environment without a setting, which the test environment may set by its new name. */
function environmentWithout(name: string): Record<string, string> {
  const { [name]: _removed, ...environment } = developmentSettings as Record<string, string>;
  return environment;
}

it('the cases cover every renamed setting', () =>
  expect(Object.keys(values).sort()).toEqual(Object.keys(renamedSettings).sort()));

describe.each(Object.entries(renamedSettings))('%s, now %s,', (oldName, newName) => {
  const [value = '', other = '', parsed] = values[oldName] ?? [];
  const environment = { ...environmentWithout(newName), [oldName]: value };

  it('still works by its old name', () => {
    expect(parseSettings(environment)[newName as keyof Settings]).toBe(parsed);
    expect(settingErrors(environment)).toEqual([]);
  });

  it('causes a warning at startup that names the new name', () => {
    const settings = parseSettings(environment);
    expect(settingWarnings(settings, environment)).toContainEqual(
      expect.stringMatching(new RegExp(`^${oldName} is now ${newName}: rename it`)),
    );
    expect(renamedSettingWarnings({ [`${oldName}_FILE`]: '/run/secrets/value' })).toHaveLength(1);
    expect(renamedSettingWarnings({ [oldName]: ' ', [newName]: value })).toEqual([]);
  });

  it('cannot be set to different values by its two names', () => {
    expect(settingErrors({ ...environment, [newName]: value })).toEqual([]);
    expect(settingErrors({ ...environment, [newName]: other })).toEqual([
      `${newName}: is also set to a different value by its old name ${oldName}; remove ${oldName}`,
    ]);
  });
});

it('a setting without its old name causes no warning', () =>
  expect(renamedSettingWarnings(developmentSettings)).toEqual([]));
