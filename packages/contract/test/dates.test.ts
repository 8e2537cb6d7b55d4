import { formatUtcDate, formatUtcDateTime } from '../src/index.ts';

describe('a date in an email', () => {
  it.each([
    ['2026-11-21T00:00:00Z', 'November 21, 2026', 'November 21, 2026 12:00 AM UTC'],
    ['2026-11-21T23:59:59Z', 'November 21, 2026', 'November 21, 2026 11:59 PM UTC'],
    ['2027-01-02T03:04:05Z', 'January 2, 2027', 'January 2, 2027 3:04 AM UTC'],
  ])('%s is in UTC and has ordinary spaces', (iso, date, dateTime) => {
    expect(formatUtcDate(new Date(iso))).toBe(date);
    expect(formatUtcDateTime(new Date(iso))).toBe(dateTime);
  });
});
