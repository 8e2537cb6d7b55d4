import { jest } from '@jest/globals';
import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen } from '@testing-library/react';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

/** Counts the requests of a page whose workspace cannot be loaded. */
async function open(type: 'TooManyRequests' | 'DatabaseUnavailable') {
  jest.useFakeTimers({ advanceTimers: true });
  const workspace = aWorkspace();
  const requests: number[] = [];
  server.use(
    mockCall(workspaceCalls.getWorkspace, () => (requests.push(Date.now()), errorResponse(type))),
    mockCall(memberCalls.listMembers, []),
  );
  await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText('The workspace could not be loaded');
  return requests;
}

afterEach(() => jest.useRealTimers());

test('a rate-limited page does not retry automatically', async () => {
  const requests = await open('TooManyRequests');
  const before = requests.length;
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(requests).toHaveLength(before);
});

test('a hidden page retries once it is visible again', async () => {
  const requests = await open('DatabaseUnavailable');
  const before = requests.length;
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(requests).toHaveLength(before);
  hidden.mockReturnValue(false);
  await act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    return jest.advanceTimersByTimeAsync(500);
  });
  expect(requests.length).toBeGreaterThan(before);
  hidden.mockRestore();
});
