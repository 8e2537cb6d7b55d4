import { memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const allowed = 'Latin letters, digits, spaces and - . , _ @ / +';
const atName = [{ path: 'body.displayName', message: 'This name is taken' }];

test('name and description say what they may hold, also beside an error', async () => {
  const { person } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  expect(screen.getAllByText(allowed)).toHaveLength(2);
  await person.type(name, 'Ours!');
  await person.tab();
  expect(await screen.findByText('This field is invalid')).toBeVisible();
  expect(screen.getAllByText(allowed)).toHaveLength(2);
});

test('line breaks in a description become spaces', async () => {
  const made = aWorkspace();
  let seen: Received | undefined;
  server.use(
    on(workspaceCalls.createWorkspace, (received) => {
      seen = received;
      return { workspaces: [made], newWorkspaceId: made.id };
    }),
    on(workspaceCalls.getWorkspace, made),
    on(memberCalls.listMembers, [aMember()]),
  );
  const { person } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  const description = screen.getByLabelText('Description');
  await person.type(description, 'One{Enter}Two');
  await person.tab();
  expect(description).toHaveValue('One Two');
  await person.type(description, '{Enter}Three');
  expect(screen.queryByText('This field is invalid')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  await waitFor(() => expect(seen?.body).toMatchObject({ description: 'One Two Three' }));
  await screen.findByRole('heading', { name: 'Playground' });
});

test('what the API finds wrong with a field shows at the field, until it is changed', async () => {
  server.use(on(workspaceCalls.createWorkspace, refusal('InvalidInput', undefined, atName)));
  const { person } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  await person.type(name, 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('This name is taken')).toBeVisible();
  expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(screen.queryByText('Some values are invalid.')).toBeNull();
  await person.type(name, ' too');
  await waitFor(() => expect(screen.queryByText('This name is taken')).toBeNull());
  expect(screen.getByRole('button', { name: 'Create Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('what is wrong with a field that the form does not show is told above it', async () => {
  const elsewhere = [...atName, { path: 'body.instanceEnvType', message: 'Invalid' }];
  server.use(on(workspaceCalls.createWorkspace, refusal('InvalidInput', undefined, elsewhere)));
  const { person } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('Some values are invalid.')).toBeVisible();
  expect(screen.getByText('This name is taken')).toBeVisible();
});

test('what is wrong with the only field that was refused is told without its name in the API', async () => {
  const elsewhere = [{ path: 'body.instanceEnvType', message: 'Must be one of SI, PRIVATE, LOCAL' }];
  const message = 'instanceEnvType: Must be one of SI, PRIVATE, LOCAL.';
  server.use(on(workspaceCalls.createWorkspace, refusal('InvalidInput', message, elsewhere)));
  const { person } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByText('Must be one of SI, PRIVATE, LOCAL')).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});

test('the title of the tab says which workspace it is about', async () => {
  const workspace = aWorkspace({ displayName: 'Staging' });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(memberCalls.listMembers, [aMember()]),
  );
  const { person } = await visit(`/workspace/${workspace.id}`, aUser());
  await waitFor(() => expect(document.title).toBe('Staging · Workspace · System Initiative'));
  await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await waitFor(() => expect(document.title).toBe('Workspaces · System Initiative'));
});
