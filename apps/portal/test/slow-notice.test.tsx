import { jest } from '@jest/globals';
import { workspaceCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

afterEach(() => jest.useRealTimers());

test('a page that waits for long says that it does, until it has what it waits for', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const gate = aGate();
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace()], gate.wait));
  await visit('/workspaces', aUser());
  expect(await screen.findByText('Loading Workspaces...')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(8_000));
  expect(screen.queryByText('This takes longer than usual.')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('This takes longer than usual.')).toBeVisible();
  gate.open();
  expect(await screen.findByRole('link', { name: 'Playground' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('This takes longer than usual.')).toBeNull());
});
