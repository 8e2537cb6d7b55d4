import { memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { aMember, aUser, aWorkspace } from '../../support/fixtures.ts';
import { visit } from '../../support/render-portal.tsx';

const allowed = 'Latin letters, digits, spaces and - . , _ @ / +';
const displayNameIssue = [{ path: 'body.displayName', message: 'This name is taken' }];

test('name and description show the allowed characters, also beside an error', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  expect(screen.getAllByText(allowed)).toHaveLength(2);
  await ui.type(name, 'Ours!');
  await ui.tab();
  expect(await screen.findByText('This field is invalid')).toBeVisible();
  expect(screen.getAllByText(allowed)).toHaveLength(2);
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
  expect(screen.getByText('This name is taken')).toBeVisible();
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
