import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

async function open() {
  const workspace = aWorkspace();
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  return { workspace, ...portal };
}

test('a second save after typing during the first one expects what the first one stored', async () => {
  const { person, workspace } = await open();
  const answer = aGate();
  const expected: unknown[] = [];
  let stored = workspace;
  server.use(
    on(workspaceCalls.getWorkspace, () => stored),
    on(
      workspaceCalls.updateWorkspace,
      ({ body }) => {
        const { displayName = '', expected: read } = body as { displayName?: string; expected: unknown };
        expected.push(read);
        return (stored = { ...stored, displayName });
      },
      answer.wait,
    ),
  );
  const name = screen.getByLabelText(/Display Name/);
  await person.clear(name);
  await person.type(name, 'Mine');
  const save = screen.getByRole('button', { name: 'Save Workspace' });
  await person.click(save);
  await waitFor(() => expect(answer.came).toBe(1));
  await person.type(name, ' two');
  answer.open();
  await screen.findByRole('heading', { name: 'Mine' });
  expect(name).toHaveValue('Mine two');
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
  pastDoubleClick();
  await person.click(save);
  await waitFor(() => expect(expected).toHaveLength(2));
  expect(expected[0]).toMatchObject({ displayName: 'Playground' });
  expect(expected[1]).toMatchObject({ displayName: 'Mine' });
  expect(await screen.findByRole('heading', { name: 'Mine two' })).toBeVisible();
});

describe('an edit of what somebody else edited meanwhile', () => {
  interface Body {
    displayName?: string;
    description?: string;
    expected: object;
  }

  /** Somebody whose save is refused, since another tab saved another name before, and a description where there was none. */
  async function saveTooLate() {
    const opened = await open();
    const theirs = { ...opened.workspace, displayName: 'Theirs', description: 'Their words' };
    const changed = [
      { field: 'displayName', value: 'Theirs' },
      { field: 'description', value: 'Their words' },
    ];
    const bodies: Body[] = [];
    server.use(
      on(workspaceCalls.getWorkspace, theirs),
      on(workspaceCalls.updateWorkspace, ({ body }) => {
        bodies.push(body as Body);
        return bodies.length === 1
          ? refusal('WorkspaceChanged', undefined, undefined, changed)
          : { ...theirs, displayName: bodies.at(-1)?.displayName ?? theirs.displayName };
      }),
    );
    const name = screen.getByLabelText(/Display Name/);
    await opened.person.clear(name);
    await opened.person.type(name, 'Mine');
    await opened.person.click(screen.getByRole('button', { name: 'Save Workspace' }));
    const told = await screen.findByRole('alert');
    return { ...opened, bodies, name, told };
  }

  test('is not saved: the page tells what changed, and keeps what is typed', async () => {
    const { bodies, name, told } = await saveTooLate();
    expect(bodies[0]).toMatchObject({
      displayName: 'Mine',
      expected: { displayName: 'Playground', description: '' },
    });
    expect(told).toHaveTextContent('This workspace changed while you were editing it');
    expect(told).toHaveTextContent('Display Name is now “Theirs”.');
    expect(told).toHaveTextContent('Description is now “Their words”.');
    expect(name).toHaveValue('Mine');
    expect(await screen.findByRole('heading', { name: 'Theirs' })).toBeVisible();
    expect(screen.getByLabelText('Description')).toHaveValue('Their words');
  });

  test('is saved all the same if they keep their changes, which undoes nothing else', async () => {
    const { person, bodies, name } = await saveTooLate();
    await person.click(screen.getByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({
      displayName: 'Mine',
      expected: { displayName: 'Theirs', description: 'Their words' },
    });
    expect(bodies[1]).not.toHaveProperty('description');
    expect(await screen.findByText('Success!')).toBeVisible();
    expect(name).toHaveValue('Mine');
    expect(screen.queryByText('This workspace changed while you were editing it')).toBeNull();
  });

  test('is given up if they use the saved version', async () => {
    const { person, bodies, name } = await saveTooLate();
    await person.click(screen.getByRole('button', { name: 'Use saved version' }));
    await waitFor(() => expect(name).toHaveValue('Theirs'));
    expect(screen.getByLabelText('Description')).toHaveValue('Their words');
    expect(screen.queryByText('This workspace changed while you were editing it')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
    expect(bodies).toHaveLength(1);
  });

  test('is told also where the page has read the other edit already, behind what is typed', async () => {
    const { person, workspace, store } = await open();
    const name = screen.getByLabelText(/Display Name/);
    await person.type(name, ' two');
    let expected: unknown;
    const theirs = { ...workspace, displayName: 'Theirs', description: 'Seen' };
    server.use(
      on(workspaceCalls.getWorkspace, theirs),
      on(workspaceCalls.updateWorkspace, ({ body }) => {
        ({ expected } = body as Body);
        return theirs;
      }),
    );
    act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Seen'));
    await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
    await waitFor(() => expect(expected).toMatchObject({ displayName: 'Playground', description: 'Seen' }));
  });
});
