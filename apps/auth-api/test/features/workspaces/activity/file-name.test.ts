import { activityFileName } from '../../../../src/features/workspaces/activity/file-name.ts';

describe('the name of a downloaded activity', () => {
  it.each([
    ['Production', 'activity-Production.csv'],
    ['Café + Zürich / 1', 'activity-Cafe-Zurich-1.csv'],
    ['../../etc', 'activity-etc.csv'],
    ['+', 'activity.csv'],
    ['a'.repeat(500), `activity-${'a'.repeat(60)}.csv`],
  ])('of the workspace %j is %s', (displayName, name) => expect(activityFileName(displayName, 'csv')).toBe(name));
});
