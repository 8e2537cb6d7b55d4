import { sessionCalls, workspaceCalls } from '@portal/contract';
import { act, fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

/** Whether the browser would ask before it leaves the page. */
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a session that ends under a filled form is told once, and the way to the login is not asked about', async () => {
  server.use(on(workspaceCalls.createWorkspace, refusal('NotSignedIn')));
  const { person, went } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(dialog).toBeVisible();
  expect(screen.queryByText('You are not logged in.')).toBeNull();
  expect(wouldAsk()).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Log in' }));
  expect(went).toEqual(['http://api.test/auth/login']);
  expect(wouldAsk()).toBe(false);
});

test('a login in another tab is noticed on the way back, and what was typed is still there', async () => {
  const user = aUser();
  server.use(on(workspaceCalls.createWorkspace, refusal('NotSignedIn')));
  const { person, went } = await visit('/workspace/new', user);
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  await person.click(screen.getByRole('button', { name: 'Log in in a new tab' }));
  // Not the login itself, which ends on the default workspace's instance.
  expect(went).toEqual(['/workspaces']);
  server.use(on(sessionCalls.whoami, { user }));
  const gone = waitForElementToBeRemoved(dialog);
  act(() => void fireEvent.focus(window));
  await gone;
  expect(screen.getByLabelText(/Display Name/)).toHaveValue('Ours');
});

test('what waits for the end of a session does not ask again who is logged in, where nobody is', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  await visit('/nowhere', null);
  await screen.findByRole('link', { name: 'Back to login' });
  // It comes once the page is at rest.
  await act(() => import('../src/app/late-notices.tsx'));
  await pause(100);
  server.events.removeAllListeners();
  expect(asked).toEqual(['/whoami']);
});
