import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatUtcDate, formatUtcDateTime } from '@portal/contract';
import { formatDate, formatDateTime } from '@portal/ui';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** What these files do with the date functions of the browser. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/portal/src/features/admin/account-locks/lock-form-schemas.ts': 'writes the value of a date field',
  'apps/portal/src/lib/local-days.ts': 'names the time zone',
  'packages/ui/src/text/format-date.ts': 'formats all dates and times',
  'packages/ui/src/text/format-timestamp.ts': 'has more formats of timestamps',
};

const sourcesOf = (folder: string) =>
  readdirSync(repository + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name));

test('one module formats dates, so that they have the same style everywhere', () => {
  const formatting = [...sourcesOf('apps/portal/src'), ...sourcesOf('packages/ui/src')].filter((file) =>
    /\.toLocale(?:Date|Time)?String\(|DateTimeFormat\(/.test(readFileSync(repository + file, 'utf8')),
  );
  expect(formatting.sort()).toEqual(Object.keys(exceptions).sort());
});

test('emails and pages of the servers, which cannot use that module, write dates in the same way', () => {
  const date = new Date('2026-11-26T15:04:00Z');
  expect(formatUtcDate(date)).toBe(formatDate(date, 'UTC'));
  expect(formatUtcDateTime(date)).toBe(formatDateTime(date, 'UTC'));
});
