import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, userCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { selectUser, refetchWhoami } from '../../../src/api/session.api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { pause } from '../../support/pause.ts';
import { aUser, someLegalDocuments } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const documents = someLegalDocuments();
const termsPending = aUser({ needsTosUpdate: true, onboardingDetails: { reviewedProfile: null } });

afterEach(() => server.events.removeAllListeners());

test('[2.5] anyone can read all documents on one page', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  const requested: string[] = [];
  server.events.on('request:start', ({ request }) => void requested.push(new URL(request.url).pathname));
  await visit('/legal/privacy-policy', null);
  expect(await screen.findByText('These are the terms.')).toBeVisible();
  expect(screen.getByText('We keep little.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('aria-current', 'location');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(requested.filter((path) => path === '/whoami')).toHaveLength(1);
});

test('[2.5] a user with terms to accept agrees at the end and continues', async () => {
  let agreed: unknown;
  server.use(
    mockCall(legalCalls.getLegalDocuments, documents),
    mockCall(legalCalls.agreeToTos, ({ body }) => {
      agreed = body;
      return { user: { ...termsPending, needsTosUpdate: false } };
    }),
  );
  const { ui, path } = await visit('/workspaces', termsPending);
  await waitFor(() => expect(path()).toBe('/review-legal'));
  const button = await screen.findByRole('button', { name: 'Agree and continue' });
  expect(screen.getByText('Step 1 of 3')).toBeVisible();
  const steps = screen.getByRole('list', { name: 'Set up your account' });
  expect(within(steps).getByRole('listitem', { current: 'step' })).toHaveTextContent('Terms');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await ui.click(screen.getByRole('checkbox'));
  await ui.click(button);
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(agreed).toMatchObject({ tosVersionId: '2024-09-25' });
});

const changes = '**Privacy Policy:** we keep less.';

test('a returning user reads what changed before the documents', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments({ changes })));
  await visit('/review-legal', aUser({ needsTosUpdate: true }));
  const section = await screen.findByRole('region', { name: 'What changed since 2023-03-30' });
  expect(section).toHaveTextContent('Privacy Policy: we keep less.');
});

test('a new user reads only the documents', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments({ changes })));
  await visit('/review-legal', termsPending);
  await screen.findByText('We keep little.');
  expect(screen.queryByRole('region', { name: /^What changed/ })).toBeNull();
});

test('new terms for a user who has a profile are no step of a setup', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  await visit('/review-legal', aUser({ needsTosUpdate: true }));
  await screen.findByRole('button', { name: 'Agree and continue' });
  expect(screen.queryByText(/Step \d of/)).toBeNull();
});

test('an agreement continues although an older response arrives later', async () => {
  const unverified = { ...termsPending, emailVerified: false };
  const agreed = { ...unverified, needsTosUpdate: false };
  const lateGate = createGate();
  let requested = 0;
  server.use(
    mockCall(legalCalls.getLegalDocuments, documents),
    mockCall(userCalls.refreshAuth0Profile, { user: unverified, preparedWorkspacesWaiting: false }, lateGate.wait),
    mockCall(legalCalls.agreeToTos, () => {
      server.use(mockCall(sessionCalls.whoami, () => ((requested += 1), { user: agreed })));
      return { user: agreed };
    }),
  );
  const { ui, path, store } = await visit('/review-legal', unverified);
  await ui.click(await screen.findByRole('checkbox'));
  await ui.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(requested).toBe(0);
  lateGate.open();
  await waitFor(() => expect(requested).toBe(1));
  expect(selectUser(store.getState())?.needsTosUpdate).toBe(false);
  expect(path()).toBe('/profile');
});

test('an agreement continues although an earlier whoami response arrives after it', async () => {
  const lateGate = createGate();
  const agreed = { ...termsPending, needsTosUpdate: false };
  server.use(mockCall(legalCalls.getLegalDocuments, documents), mockCall(legalCalls.agreeToTos, { user: agreed }));
  const { ui, path, visited, store } = await visit('/review-legal', termsPending);
  const checkbox = await screen.findByRole('checkbox');
  server.use(mockCall(sessionCalls.whoami, { user: termsPending }, lateGate.wait));
  act(() => void store.dispatch(refetchWhoami()));
  await waitFor(() => expect(lateGate.arrivals).toBe(1));
  await ui.click(checkbox);
  await ui.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await pause(300);
  lateGate.open();
  await waitFor(() => expect(path()).toBe('/profile'));
  await pause(300);
  expect(selectUser(store.getState())?.needsTosUpdate).toBe(false);
  expect(visited.slice(visited.indexOf('/login-success'))).not.toContain('/review-legal');
});

test('terms that changed meanwhile are reported and reloaded', async () => {
  server.use(
    mockCall(legalCalls.getLegalDocuments, documents),
    mockCall(legalCalls.agreeToTos, errorResponse('TosVersionNotCurrent')),
  );
  const { ui } = await visit('/review-legal', termsPending);
  await ui.click(await screen.findByRole('checkbox'));
  await ui.click(screen.getByRole('button', { name: 'Agree and continue' }));
  expect(await screen.findByText(/These terms are not the current ones/)).toBeVisible();
  server.use(
    mockCall(legalCalls.getLegalDocuments, { ...documents, versionId: '2026-01-01', versionIds: ['2026-01-01'] }),
  );
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Version 2026-01-01/)).toBeVisible();
});

test('[2.6] a printable page shows one document of one version', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  const { ui } = await visit('/print-legal/2024-09-25/privacy-policy', null);
  expect(await screen.findByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  expect(screen.queryByText('These are the terms.')).toBeNull();
  await waitFor(() => expect(document.title).toBe('Privacy Policy · Print · System Initiative'));
  const print = jest.spyOn(window, 'print').mockReturnValue();
  await ui.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('[2.5] a link to a document scrolls to it every time, and moves the focus to its title', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  const shown: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id);
  });
  const { ui } = await visit('/legal', null);
  const list = within(await screen.findByRole('navigation', { name: 'Documents' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(['Terms of Service', 'Privacy Policy']);
  for (const times of [1, 2]) {
    await ui.click(list.getByRole('link', { name: 'Privacy Policy' }));
    await waitFor(() => expect(shown).toEqual(Array(times).fill('privacy-policy')));
    expect(screen.getByRole('heading', { name: 'Privacy Policy' })).toHaveFocus();
  }
});

test('the list marks the current document: the linked one, until the user scrolls', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  const { ui } = await visit('/legal', null);
  const list = within(await screen.findByRole('navigation', { name: 'Documents' }));
  const current = () => list.getAllByRole('link').find((link) => link.hasAttribute('aria-current'))?.textContent;
  expect(current()).toBe('Terms of Service');

  const scroll = (y: number, tops: Record<string, number>) => {
    window.scrollY = y;
    for (const [slug, top] of Object.entries(tops)) {
      const section = document.getElementById(slug);
      if (section) section.getBoundingClientRect = () => new DOMRect(0, top, 640, 900);
    }
    act(() => void window.dispatchEvent(new Event('scroll')));
  };
  const page = jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
  scroll(900, { 'terms-of-service': -700, 'privacy-policy': 200 });
  expect(current()).toBe('Privacy Policy');
  scroll(300, { 'terms-of-service': -100, 'privacy-policy': 800 });
  expect(current()).toBe('Terms of Service');

  // The page is too short to scroll the last document to the top.
  page.mockReturnValue(300);
  scroll(310, { 'privacy-policy': 790 });
  expect(current()).toBe('Privacy Policy');
  await ui.click(list.getByRole('link', { name: 'Terms of Service' }));
  await waitFor(() => expect(current()).toBe('Terms of Service'));
  scroll(310, {});
  expect(current()).toBe('Terms of Service');
});

test('an older version can be read, is marked as old and cannot be accepted', async () => {
  const old = someLegalDocuments({
    versionId: '2023-03-30',
    documents: [{ slug: 'terms-of-service', title: 'Terms of Service', content: 'These were the terms.' }],
  });
  server.use(
    mockCall(legalCalls.getLegalDocuments, ({ params }) => (params.tosVersionId === '2023-03-30' ? old : documents)),
  );
  const { ui } = await visit('/review-legal', termsPending);
  await ui.click(await screen.findByRole('link', { name: '2023-03-30' }));
  expect(await screen.findByText('These were the terms.')).toBeVisible();
  expect(screen.getByText('This version is no longer in force.')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
    'href',
    '/legal/terms-of-service?version=2023-03-30',
  );
  await ui.click(screen.getByRole('link', { name: 'Read the current version' }));
  expect(await screen.findByText('These are the terms.')).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeVisible();
});

test.each([
  ['/legal/privacy-policy?version=1999-01-01', '/legal'],
  ['/print-legal/1999-01-01/privacy-policy', '/legal/privacy-policy'],
])('the unknown version at %s leads to the current one', async (path, current) => {
  server.use(mockCall(legalCalls.getLegalDocuments, errorResponse('LegalVersionNotFound')));
  await visit(path, null);
  expect(await screen.findByText('There is no version 1999-01-01 of the legal documents.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Read the current version' })).toHaveAttribute('href', current);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

const content = `# Privacy Policy

See [the terms](01-terms-of-service.md), [the list](/workspaces), [a law](https://law.example/a) and
[a trick](javascript:alert(1)). <script>alert(1)</script>

![A map of our offices](https://pictures.example/map.png)

| Cookie | Days |
| ------ | ---- |
| login  | 1    |
`;

test('a network error shows, and the page reloads once the network is back', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, () => HttpResponse.error()));
  await visit('/legal', null);
  expect(await screen.findByText('The legal documents could not be loaded')).toBeVisible();
  server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
  act(() => void fireEvent(window, new Event('online')));
  expect((await screen.findAllByRole('link', { name: /^Print / })).length).toBeGreaterThan(0);
});

test('a document shows its tables and links, and loads nothing from other sites', async () => {
  server.use(
    mockCall(legalCalls.getLegalDocuments, {
      ...documents,
      documents: [{ slug: 'privacy', title: 'Privacy Policy', content }],
    }),
  );
  const { router } = await visit('/legal/privacy', null);
  expect(await screen.findByRole('cell', { name: 'login' })).toBeVisible();
  expect(screen.getAllByRole('heading', { name: 'Privacy Policy' })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'the terms' })).toHaveAttribute('href', '/legal/terms-of-service');
  expect(screen.getByRole('link', { name: 'the list' })).not.toHaveAttribute('target');
  expect(screen.getByRole('link', { name: /^a law/ })).toHaveAttribute('target', '_blank');
  expect(screen.queryByRole('link', { name: 'a trick' })).toBeNull();
  expect(screen.getByText(/A map of our offices/)).toBeVisible();
  expect(document.querySelectorAll('main :is(img, script, iframe, link)')).toHaveLength(0);
  await act(() => router.navigate('/legal/nothing'));
  expect(screen.getByText('This version has no document with this name.')).toBeVisible();
});
