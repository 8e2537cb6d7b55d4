import type { WorkspaceAuditExportQuery } from '@portal/contract';

const maxNameLength = 60;

/** Names a download after its workspace and range, in characters that every file system and browser accepts. */
export function activityFileName(
  displayName: string,
  { from, to }: Pick<WorkspaceAuditExportQuery, 'from' | 'to'>,
  extension: 'csv' | 'ndjson',
): string {
  const name = displayName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/gu, '-')
    .slice(0, maxNameLength)
    .replace(/^-|-$/gu, '');
  const day = (time: string) => time.slice(0, 'YYYY-MM-DD'.length);
  const range = [...(from ? ['from', day(from)] : []), ...(to ? ['to', day(to)] : [])];
  return `${['activity', ...(name ? [name] : []), ...range].join('-')}.${extension}`;
}
