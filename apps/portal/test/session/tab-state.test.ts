import { saveListQuery, savedListQuery } from '../../src/lib/storage.ts';
import { clearUserData } from '../../src/session/tab-state.ts';

test('what a user searched for in the list of workspaces does not stay in the tab for another user', () => {
  saveListQuery('01J', '?search=secret');
  expect(savedListQuery('01J')).toBe('?search=secret');
  clearUserData();
  expect(JSON.stringify(sessionStorage)).not.toContain('secret');
});
