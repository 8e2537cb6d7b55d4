import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, userCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { knownUser, reloadUser } from '../src/api/session.api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { aGate } from './support/gate.ts';
import { pause } from './support/pause.ts';
import { aUser, someLegalDocuments } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const documents = someLegalDocuments();
const owesTerms = aUser({ needsTosUpdate: true, onboardingDetails: { reviewedProfile: null } });

afterEach(() => server.events.removeAllListeners());

test('[2.5] everybody reads all documents on one page', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  await visit('/legal/privacy-policy', null);
  expect(await screen.findByText('These are the terms.')).toBeVisible();
  expect(screen.getByText('We keep little.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('aria-current', 'location');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(asked.filter((path) => path === '/whoami')).toHaveLength(1);
});

test('[2.5] who owes the agreement gives it at the end, and goes on', async () => {
  let agreed: unknown;
  server.use(
    on(legalCalls.getLegalDocuments, documents),
    on(legalCalls.agreeToTos, ({ body }) => {
      agreed = body;
      return { user: { ...owesTerms, needsTosUpdate: false } };
    }),
  );
  const { person, path } = await visit('/workspaces', owesTerms);
  await waitFor(() => expect(path()).toBe('/review-legal'));
  const button = await screen.findByRole('button', { name: 'Agree and continue' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await person.click(screen.getByRole('checkbox'));
  await person.click(button);
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(agreed).toMatchObject({ tosVersionId: '2024-09-25' });
});

test('an agreement goes on although an answer from before it comes later', async () => {
  const owing = { ...owesTerms, emailVerified: false };
  const agreed = { ...owing, needsTosUpdate: false };
  const late = aGate();
  let asked = 0;
  server.use(
    on(legalCalls.getLegalDocuments, documents),
    on(userCalls.refreshAuth0Profile, { user: owing, invitationsWaiting: false }, late.wait),
    on(legalCalls.agreeToTos, () => {
      server.use(on(sessionCalls.whoami, () => ((asked += 1), { user: agreed })));
      return { user: agreed };
    }),
  );
  const { person, path, store } = await visit('/review-legal', owing);
  await person.click(await screen.findByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await waitFor(() => expect(path()).toBe('/profile'));
  expect(asked).toBe(0);
  late.open();
  await waitFor(() => expect(asked).toBe(1));
  expect(knownUser(store.getState())?.needsTosUpdate).toBe(false);
  expect(path()).toBe('/profile');
});

test('an agreement goes on although who is logged in was asked before it, and is answered after it', async () => {
  const late = aGate();
  const agreed = { ...owesTerms, needsTosUpdate: false };
  server.use(on(legalCalls.getLegalDocuments, documents), on(legalCalls.agreeToTos, { user: agreed }));
  const { person, path, visited, store } = await visit('/review-legal', owesTerms);
  server.use(on(sessionCalls.whoami, { user: owesTerms }, late.wait));
  act(() => void store.dispatch(reloadUser()));
  await waitFor(() => expect(late.came).toBe(1));
  await person.click(await screen.findByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await pause(300);
  late.open();
  await waitFor(() => expect(path()).toBe('/profile'));
  await pause(300);
  expect(knownUser(store.getState())?.needsTosUpdate).toBe(false);
  expect(visited.slice(visited.indexOf('/login-success'))).not.toContain('/review-legal');
});

test('terms that changed meanwhile are told and loaded again', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents), on(legalCalls.agreeToTos, refusal('TosVersionNotCurrent')));
  const { person } = await visit('/review-legal', owesTerms);
  await person.click(await screen.findByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Agree and continue' }));
  expect(await screen.findByText(/These terms are not the current ones/)).toBeVisible();
  server.use(on(legalCalls.getLegalDocuments, { ...documents, versionId: '2026-01-01', versionIds: ['2026-01-01'] }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Version 2026-01-01/)).toBeVisible();
});

test('[2.6] a printable page shows one document of one version', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  const { person } = await visit('/print-legal/2024-09-25/privacy-policy', null);
  expect(await screen.findByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  expect(screen.queryByText('These are the terms.')).toBeNull();
  await waitFor(() => expect(document.title).toBe('Privacy Policy · Print · System Initiative'));
  const print = jest.spyOn(window, 'print').mockReturnValue();
  await person.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('[2.5] a link to a document scrolls to it each time it is followed, and moves focus to its title', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  const shown: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id);
  });
  const { person } = await visit('/legal', null);
  const list = within(await screen.findByRole('navigation', { name: 'Documents' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(['Terms of Service', 'Privacy Policy']);
  for (const times of [1, 2]) {
    await person.click(list.getByRole('link', { name: 'Privacy Policy' }));
    await waitFor(() => expect(shown).toEqual(Array(times).fill('privacy-policy')));
    expect(screen.getByRole('heading', { name: 'Privacy Policy' })).toHaveFocus();
  }
});

test('the list tells which document is being read: that of the link, until somebody scrolls on', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  const { person } = await visit('/legal', null);
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

  // The page ends before its last document gets to the top.
  page.mockReturnValue(300);
  scroll(310, { 'privacy-policy': 790 });
  expect(current()).toBe('Privacy Policy');
  await person.click(list.getByRole('link', { name: 'Terms of Service' }));
  await waitFor(() => expect(current()).toBe('Terms of Service'));
  scroll(310, {});
  expect(current()).toBe('Terms of Service');
});

test('an older version can be read, is told to be one, and is not the one to agree to', async () => {
  const old = someLegalDocuments({
    versionId: '2023-03-30',
    documents: [{ slug: 'terms-of-service', title: 'Terms of Service', content: 'These were the terms.' }],
  });
  server.use(
    on(legalCalls.getLegalDocuments, ({ params }) => (params.tosVersionId === '2023-03-30' ? old : documents)),
  );
  const { person } = await visit('/review-legal', owesTerms);
  await person.click(await screen.findByRole('link', { name: '2023-03-30' }));
  expect(await screen.findByText('These were the terms.')).toBeVisible();
  expect(screen.getByText('This version is no longer in force.')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
    'href',
    '/legal/terms-of-service?version=2023-03-30',
  );
  await person.click(screen.getByRole('link', { name: 'Read the current version' }));
  expect(await screen.findByText('These are the terms.')).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeVisible();
});

test('a version that never was is told, and can be tried again', async () => {
  server.use(on(legalCalls.getLegalDocuments, refusal('LegalVersionNotFound')));
  await visit('/legal?version=1999-01-01', null);
  expect(await screen.findByRole('alert')).toHaveTextContent(/version/);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const content = `# Privacy Policy

See [the terms](01-terms-of-service.md), [the list](/workspaces), [a law](https://law.example/a) and
[a trick](javascript:alert(1)). <script>alert(1)</script>

![A map of our offices](https://pictures.example/map.png)

| Cookie | Days |
| ------ | ---- |
| login  | 1    |
`;

test('what failed for want of a network is told, and loaded again once there is one', async () => {
  server.use(on(legalCalls.getLegalDocuments, () => HttpResponse.error()));
  await visit('/legal', null);
  expect(await screen.findByText('The legal documents could not be loaded')).toBeVisible();
  server.use(on(legalCalls.getLegalDocuments, someLegalDocuments()));
  act(() => void fireEvent(window, new Event('online')));
  expect((await screen.findAllByRole('link', { name: /^Print / })).length).toBeGreaterThan(0);
});

test('a document’s tables and links are shown, and nothing is fetched from elsewhere', async () => {
  server.use(
    on(legalCalls.getLegalDocuments, {
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
  expect(screen.getByText('There is no document of this name in this version.')).toBeVisible();
});
