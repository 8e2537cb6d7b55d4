type Given = Readonly<Record<string, string | undefined>>;

/** Settings by their old names, which still work for one release. */
export const renamedSettings: Readonly<Record<string, string>> = {
  COMPANY_DOMAIN: 'STAFF_EMAIL_DOMAIN',
};

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Gives settings that are set by an old name their new one. To set both is an error unless they say the same. */
export function withNewNames(given: Given): { readonly given: Given; readonly faults: readonly string[] } {
  const renamed: Record<string, string | undefined> = {};
  const faults: string[] = [];
  for (const [oldName, newName] of Object.entries(renamedSettings)) {
    if (!isSet(given[oldName])) continue;
    if (!isSet(given[newName])) renamed[newName] = given[oldName];
    else if (given[newName]?.trim() !== given[oldName]?.trim())
      faults.push(`${newName}: is also set by its old name ${oldName}, to another value; remove ${oldName}`);
  }
  return { given: { ...given, ...renamed }, faults };
}

/** Warnings for the operator who still uses an old name, in the environment or for the file of a value. */
export const warningsOfOldNames = (environment: Given): string[] =>
  Object.entries(renamedSettings)
    .filter(([oldName]) => isSet(environment[oldName]) || isSet(environment[`${oldName}_FILE`]))
    .map(([oldName, newName]) => `${oldName} is now ${newName}: rename it, the next release ignores the old name`);
