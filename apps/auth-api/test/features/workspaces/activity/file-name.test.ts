import { activityFileName } from '../../../../src/features/workspaces/activity/file-name.ts';

describe('the name of a downloaded activity', () => {
  it.each([
    ['Production', {}, 'activity-Production.csv'],
    [
      'Café + Zürich / 1',
      { from: '2026-11-01', to: '2026-11-30' },
      'activity-Cafe-Zurich-1-from-2026-11-01-to-2026-11-30.csv',
    ],
    ['../../etc', { from: '2026-11-01T12:00:00.000Z' }, 'activity-etc-from-2026-11-01.csv'],
    ['+', { to: '2026-11-30' }, 'activity-to-2026-11-30.csv'],
    ['a'.repeat(500), {}, `activity-${'a'.repeat(60)}.csv`],
  ])('of the workspace %j in %j is %s', (displayName, range, name) =>
    expect(activityFileName(displayName, range, 'csv')).toBe(name),
  );
});
