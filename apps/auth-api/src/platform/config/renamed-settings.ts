type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Old names of settings, which keep working for one release, and the names that replace them. */
export const renamedSettings: Readonly<Record<string, string>> = {
  COMPANY_DOMAIN: 'STAFF_EMAIL_DOMAIN',
  DATABASE_WAIT_MS: 'DATABASE_TIMEOUT_MS',
  AUTH0_WAIT_MS: 'AUTH0_TIMEOUT_MS',
  STRIPE_WAIT_MS: 'STRIPE_TIMEOUT_MS',
  RATE_LIMIT_SCALE: 'RATE_LIMIT_MULTIPLIER',
  ANALYTICS_FLAGS_SECONDS: 'FEATURE_FLAG_CACHE_SECONDS',
  FRESH_LOGIN_MINUTES: 'REAUTH_MAX_AGE_MINUTES',
  INSTANCE_TOKEN_DAYS: 'INSTANCE_TOKEN_TTL_DAYS',
};

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Copies values from old names to new names. Different values under both names are an error. */
export function applyRenamedSettings(given: EnvironmentVariables): {
  readonly values: EnvironmentVariables;
  readonly errors: readonly string[];
} {
  const renamed: Record<string, string | undefined> = {};
  const errors: string[] = [];
  for (const [oldName, newName] of Object.entries(renamedSettings)) {
    if (!isSet(given[oldName])) continue;
    if (!isSet(given[newName])) renamed[newName] = given[oldName];
    else if (given[newName]?.trim() !== given[oldName]?.trim())
      errors.push(`${newName}: is also set to a different value by its old name ${oldName}; remove ${oldName}`);
  }
  return { values: { ...given, ...renamed }, errors };
}

/** A warning for each old name that is set, also with the suffix `_FILE`. */
export const renamedSettingWarnings = (environment: EnvironmentVariables): string[] =>
  Object.entries(renamedSettings)
    .filter(([oldName]) => isSet(environment[oldName]) || isSet(environment[`${oldName}_FILE`]))
    .map(([oldName, newName]) => `${oldName} is now ${newName}: rename it, the next release ignores the old name`);
