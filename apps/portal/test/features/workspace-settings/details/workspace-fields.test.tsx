import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../../support/api-server.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { openSettings } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';

const allowed = 'Latin letters, digits, spaces and - . , _ @ / +';
const displayNameIssue = [{ path: 'body.displayName', message: 'This name is taken' }];

test('an error says which character of a name is not allowed, and which are', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  await ui.type(name, 'Ours! #1');
  await ui.tab();
  expect(await screen.findByText(/^“!” is not allowed/)).toBeVisible();
  // Not beside the default text, which says less.
  expect(name).toHaveAccessibleDescription(`“!” is not allowed. Use ${allowed}`);
  await ui.type(screen.getByLabelText('Description'), 'All of it; and more');
  await ui.tab();
  expect(await screen.findByText(`“;” is not allowed. Use ${allowed}`)).toBeVisible();
  await ui.clear(name);
  await ui.tab();
  expect(name).toHaveAccessibleDescription('This field is required');
});

test('the name that we generated may keep its characters, so that the error names another one', async () => {
  const { ui } = await openSettings({ displayName: "mia's Production Workspace" });
  const name = screen.getByLabelText(/Display Name/);
  const allowedHere = 'Latin letters, digits, spaces, the characters of the saved name, and - . , _ @ / +';
  await ui.type(name, '?');
  await ui.tab();
  expect(await screen.findByText(`“?” is not allowed. Use ${allowedHere}`)).toBeVisible();
});

test('the types of a new workspace are radio buttons with a description, and the arrow keys select', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  const types = within(await screen.findByRole('radiogroup', { name: 'Workspace Type' })).getAllByRole('radio');
  expect(types[0]).toHaveAccessibleName('Managed By System Initiative');
  expect(types[1]).toHaveAccessibleName('Local Dev Instance');
  expect(types[2]).toHaveAccessibleName('Remote URL');
  expect(types[0]).toBeChecked();
  expect(types[1]).toHaveAccessibleDescription(
    'You run and upgrade it on your machine, at http://localhost:8080. Start it before you open it.',
  );
  await ui.tab();
  expect(types[0]).toHaveFocus();
  expect(screen.queryByLabelText(/^URL/)).toBeNull();
  await ui.keyboard('{ArrowDown}{ArrowDown}');
  expect(types[2]).toBeChecked();
  expect(screen.getByLabelText(/^URL/)).toBeRequired();
});

test('a local instance can have another port, and only that', async () => {
  const bodies: unknown[] = [];
  server.use(
    mockCall(workspaceCalls.createWorkspace, ({ body }) => {
      bodies.push(body);
      return { workspaces: [aWorkspace()], newWorkspaceId: aWorkspace().id };
    }),
  );
  const { ui } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('radio', { name: 'Local Dev Instance' }));
  const url = screen.getByLabelText(/^URL/);
  expect(url).not.toBeRequired();
  await ui.type(url, 'https://instance.example.com');
  await ui.tab();
  expect(await screen.findByText('Must be http://localhost with a port')).toBeVisible();
  await ui.clear(url);
  await ui.type(url, 'localhost:7300');
  await ui.tab();
  expect(url).toHaveValue('http://localhost:7300');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      expect.objectContaining({ instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:7300' }),
    ]),
  );
});

test('a new workspace starts with the focus in its first field, whose form has the title of the page', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace()]));
  const { ui, router } = await visit('/workspaces', aUser());
  // The loaded list replaces the link of the loading one.
  await screen.findByRole('heading', { level: 2 });
  await ui.click(screen.getByRole('link', { name: 'Create New Workspace' }));
  // The code of the page loads first.
  const name = await screen.findByLabelText(/Display Name/);
  await waitFor(() => expect(name).toHaveFocus());
  expect(screen.getByRole('form', { name: 'Create New Workspace' })).toContainElement(name);
  // The next page, which has no such field, gets the focus at its heading.
  await act(() => router.navigate('/workspaces'));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('line breaks in a description become spaces', async () => {
  const created = aWorkspace();
  let request: ReceivedRequest | undefined;
  server.use(
    mockCall(workspaceCalls.createWorkspace, (received) => {
      request = received;
      return { workspaces: [created], newWorkspaceId: created.id };
    }),
    mockCall(workspaceCalls.getWorkspace, created),
    mockCall(memberCalls.listMembers, [aMember()]),
  );
  const { ui } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  const description = screen.getByLabelText('Description');
  await ui.type(description, 'One{Enter}Two');
  await ui.tab();
  expect(description).toHaveValue('One Two');
  await ui.type(description, '{Enter}Three');
  expect(screen.queryByText(/is not allowed/)).toBeNull();
  expect(screen.queryByText('This field is invalid')).toBeNull();
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  await waitFor(() => expect(request?.body).toMatchObject({ description: 'One Two Three' }));
  await screen.findByRole('heading', { name: 'Playground' });
});

test('an error of the API shows at its field until the field changes', async () => {
  server.use(mockCall(workspaceCalls.createWorkspace, errorResponse('InvalidInput', undefined, displayNameIssue)));
  const { ui } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  await ui.type(name, 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('This name is taken')).toBeVisible();
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(screen.queryByText('Some values are invalid.')).toBeNull();
  await ui.type(name, ' too');
  await waitFor(() => expect(screen.queryByText('This name is taken')).toBeNull());
  expect(screen.getByRole('button', { name: 'Create Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('an error of a field that the form does not show appears above the form', async () => {
  const elsewhere = [...displayNameIssue, { path: 'body.instanceEnvType', message: 'Invalid' }];
  server.use(mockCall(workspaceCalls.createWorkspace, errorResponse('InvalidInput', undefined, elsewhere)));
  const { ui } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('Some values are invalid.')).toBeVisible();
  expect(await screen.findByText('This name is taken')).toBeVisible();
});

test('the error of a single rejected field is shown without its API name', async () => {
  const elsewhere = [{ path: 'body.instanceEnvType', message: 'Must be one of SI, PRIVATE, LOCAL' }];
  const message = 'instanceEnvType: Must be one of SI, PRIVATE, LOCAL.';
  server.use(mockCall(workspaceCalls.createWorkspace, errorResponse('InvalidInput', message, elsewhere)));
  const { ui } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('Must be one of SI, PRIVATE, LOCAL')).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});

test('the tab title names the workspace', async () => {
  const workspace = aWorkspace({ displayName: 'Staging' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [aMember()]),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  await waitFor(() => expect(document.title).toBe('Staging · Workspace · System Initiative'));
  await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await waitFor(() => expect(document.title).toBe('Workspaces · System Initiative'));
});
