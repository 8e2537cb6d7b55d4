const maxNameLength = 60;

/**
 * Names a download after its workspace, in characters that every file system and browser accepts. Not after its range: that is two
 * instants, whose days depend on the time zone of the user.
 */
export function activityFileName(displayName: string, extension: 'csv' | 'ndjson'): string {
  const name = displayName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/gu, '-')
    .slice(0, maxNameLength)
    .replace(/^-|-$/gu, '');
  return `${name === '' ? 'activity' : `activity-${name}`}.${extension}`;
}
