import { jest } from '@jest/globals';
import { workspaceCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../support/api-server.ts';
import { createGate } from '../support/gate.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

afterEach(() => jest.useRealTimers());

test('a slow page shows a notice until its data is loaded', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace()], gate.wait));
  await visit('/workspaces', aUser());
  expect(await screen.findByText('Loading Workspaces...')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(8_000));
  expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('This is taking longer than usual.')).toBeVisible();
  gate.open();
  expect(await screen.findByRole('link', { name: 'Playground' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('This is taking longer than usual.')).toBeNull());
});
