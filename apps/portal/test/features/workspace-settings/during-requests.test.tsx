import { memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { colleague, openSettings, owner } from '../../support/open-settings.ts';

test('an email that is typed while another is invited stays', async () => {
  const { ui } = await openSettings();
  const gate = createGate();
  server.use(mockCall(memberCalls.inviteMember, [owner, colleague], gate.wait));
  const field = screen.getByLabelText('User Email to Grant Workspace Access');
  await ui.type(field, 'new@example.com{Enter}');
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.clear(field);
  await ui.type(field, 'next@example.com');
  gate.open();
  expect(await screen.findByText(/^You invited new@example.com. The email is on its way.$/)).toBeVisible();
  expect(field).toHaveValue('next@example.com');
});

test('a change that is taken back right after a save is saved, too', async () => {
  const { ui, workspace } = await openSettings({ displayName: 'Before' });
  const gate = createGate();
  const names: unknown[] = [];
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace, gate.wait),
    mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
      const { displayName } = body as { displayName: string };
      names.push(displayName);
      return { ...workspace, displayName };
    }),
  );
  const name = screen.getByLabelText(/^Display Name/);
  const saveAs = async (displayName: string) => {
    await ui.clear(name);
    await ui.type(name, displayName);
    skipDoubleClickGuard();
    await ui.click(screen.getByRole('button', { name: /^(?:Save Workspace|Workspace saved)$/ }));
  };
  await saveAs('After');
  expect(await screen.findByRole('heading', { name: 'After', level: 1 })).toBeVisible();
  await saveAs('Before');
  await waitFor(() => expect(names).toEqual(['After', 'Before']));
  gate.open();
});

test('the error of an invitation disappears when the next email is invalid', async () => {
  const { ui } = await openSettings();
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  server.use(mockCall(memberCalls.inviteMember, errorResponse('AlreadyMember')));
  await ui.type(email, 'ann@example.com{Enter}');
  expect(await screen.findByText(/^This user is already a member/)).toBeVisible();
  await ui.clear(email);
  await ui.type(email, 'not-an-email{Enter}');
  expect(await screen.findByText('Invalid email')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^This user is already a member/)).toBeNull());
});

test('several people can be invited also while the notice of an invitation shows', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(memberCalls.inviteMember, [owner, colleague]));
  await ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'new@example.com{Enter}');
  await screen.findByText(/^You invited new@example.com. The email is on its way.$/);
  await ui.paste('a@example.com b@example.com');
  expect(screen.getByRole('region', { name: 'People to invite' })).toBeVisible();
  expect(screen.queryByText(/^You invited new@example.com/)).toBeNull();
});
