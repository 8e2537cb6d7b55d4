import { renderAccountEmail } from '../../../src/features/emails/account-email-definition.ts';
import { deletionRequested } from '../../../src/features/emails/deletion.emails.ts';
import { settings } from '../../support/sample-emails.ts';

it.each([
  [11, '“Workspace 10”, 1 more workspace'],
  [12, '“Workspace 10”, 2 more workspaces'],
])('the email about a deletion names ten of %i workspaces and counts the others', (count, end) => {
  const workspaces = Array.from({ length: count }, (_, index) => ({ displayName: `Workspace ${index + 1}` }));
  const at = new Date('2026-03-02T09:30:00Z');
  const deletion = { requestedAt: at, dueAt: at, isLocked: false, workspaces, undoUrl: 'https://example.com/undo' };
  const { text } = renderAccountEmail(deletionRequested, { ...deletion, to: 'ada@example.com', at }, settings);
  expect(/^Deleted with it: (.*)$/m.exec(text)?.[1]).toMatch(new RegExp(`${end}$`));
});
