import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../../../../src/api/cache/portal-api.ts';
import { workspaceApi } from '../../../../src/api/workspace-details.api.ts';
import { mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { createGate } from '../../../support/gate.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';

async function open() {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  return { workspace, ...portal };
}

test('a second save after typing during the first one expects the values of the first', async () => {
  const { ui, workspace } = await open();
  const gate = createGate();
  const expected: unknown[] = [];
  let stored = workspace;
  server.use(
    mockCall(workspaceCalls.getWorkspace, () => stored),
    mockCall(
      workspaceCalls.updateWorkspace,
      ({ body }) => {
        const { displayName = '', expected: read } = body as { displayName?: string; expected: unknown };
        expected.push(read);
        return (stored = { ...stored, displayName });
      },
      gate.wait,
    ),
  );
  const name = screen.getByLabelText(/Display Name/);
  await ui.clear(name);
  await ui.type(name, 'Mine');
  const save = screen.getByRole('button', { name: 'Save Workspace' });
  await ui.click(save);
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.type(name, ' two');
  gate.open();
  await screen.findByRole('heading', { name: 'Mine' });
  expect(name).toHaveValue('Mine two');
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  skipDoubleClickGuard();
  await ui.click(save);
  await waitFor(() => expect(expected).toHaveLength(2));
  expect(expected[0]).toMatchObject({ displayName: 'Playground' });
  expect(expected[1]).toMatchObject({ displayName: 'Mine' });
  expect(await screen.findByRole('heading', { name: 'Mine two' })).toBeVisible();
});

test('a description that another user saves meanwhile is not an edit of this user', async () => {
  const { ui, workspace, store } = await open();
  const gate = createGate();
  const theirs = { ...workspace, description: 'Their words' };
  const saved = { ...theirs, displayName: 'Mine' };
  server.use(mockCall(workspaceCalls.updateWorkspace, saved, gate.wait), mockCall(workspaceCalls.getWorkspace, theirs));
  const name = screen.getByLabelText(/Display Name/);
  await ui.clear(name);
  await ui.type(name, 'Mine');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await act(async () => {
    const input = { params: { workspaceId: workspace.id } };
    await store.dispatch(workspaceApi.endpoints.getWorkspace.initiate(input, { forceRefetch: true, subscribe: false }));
  });
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Their words'));
  server.use(mockCall(workspaceCalls.getWorkspace, saved));
  gate.open();
  expect(await screen.findByText('Workspace saved')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
});

describe('an edit that conflicts with another user’s edit', () => {
  interface Body {
    displayName?: string;
    description?: string;
    expected: object;
  }

  /** Saves a change that conflicts: another tab has saved a new name and a first description. */
  async function saveWithConflict() {
    const opened = await open();
    const otherEdit = { ...opened.workspace, displayName: 'Theirs', description: 'Their words' };
    const changed = [
      { field: 'displayName', value: 'Theirs' },
      { field: 'description', value: 'Their words' },
    ];
    const bodies: Body[] = [];
    let saved = otherEdit;
    server.use(
      mockCall(workspaceCalls.getWorkspace, () => saved),
      mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
        bodies.push(body as Body);
        if (bodies.length === 1) return errorResponse('WorkspaceChanged', undefined, undefined, changed);
        saved = { ...otherEdit, displayName: bodies.at(-1)?.displayName ?? otherEdit.displayName };
        return saved;
      }),
    );
    const name = screen.getByLabelText(/Display Name/);
    await opened.ui.clear(name);
    await opened.ui.type(name, 'Mine');
    await opened.ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
    const conflictNotice = await screen.findByRole('alert');
    return { ...opened, bodies, name, conflictNotice };
  }

  test('is not saved: the page shows what changed and keeps the input', async () => {
    const { bodies, name, conflictNotice } = await saveWithConflict();
    expect(bodies[0]).toMatchObject({
      displayName: 'Mine',
      expected: { displayName: 'Playground', description: '' },
    });
    expect(conflictNotice).toHaveTextContent('This workspace changed while you were editing it');
    expect(conflictNotice).toHaveTextContent('Display Name is now “Theirs”.');
    expect(conflictNotice).toHaveTextContent('Description is now “Their words”.');
    expect(name).toHaveValue('Mine');
    expect(await screen.findByRole('heading', { name: 'Theirs' })).toBeVisible();
    expect(screen.getByLabelText('Description')).toHaveValue('Their words');
  });

  test('is saved if the user keeps their changes, without undoing anything else', async () => {
    const { ui, bodies, name } = await saveWithConflict();
    await ui.click(screen.getByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({
      displayName: 'Mine',
      expected: { displayName: 'Theirs', description: 'Their words' },
    });
    expect(bodies[1]).not.toHaveProperty('description');
    expect(await screen.findByText('Workspace saved')).toBeVisible();
    expect(name).toHaveValue('Mine');
    expect(screen.queryByText('This workspace changed while you were editing it')).toBeNull();
  });

  test('is discarded if the user chooses the saved version', async () => {
    const { ui, bodies, name } = await saveWithConflict();
    await ui.click(screen.getByRole('button', { name: 'Use saved version' }));
    await waitFor(() => expect(name).toHaveValue('Theirs'));
    expect(screen.getByLabelText('Description')).toHaveValue('Their words');
    expect(screen.queryByText('This workspace changed while you were editing it')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
    expect(bodies).toHaveLength(1);
  });

  test('is also reported when the page has already loaded the other edit', async () => {
    const { ui, workspace, store } = await open();
    const name = screen.getByLabelText(/Display Name/);
    await ui.type(name, ' two');
    let expected: unknown;
    const otherEdit = { ...workspace, displayName: 'Theirs', description: 'Seen' };
    server.use(
      mockCall(workspaceCalls.getWorkspace, otherEdit),
      mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
        ({ expected } = body as Body);
        return otherEdit;
      }),
    );
    act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Seen'));
    await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
    await waitFor(() => expect(expected).toMatchObject({ displayName: 'Playground', description: 'Seen' }));
  });
});
