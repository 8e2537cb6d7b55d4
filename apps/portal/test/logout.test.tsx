import { jest } from '@jest/globals';
import { sessionCalls } from '@portal/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { comeFrom, comeFromPortal } from './support/come-from.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const logout = 'http://api.test/auth/logout';
const confirmedLogout = `${logout}?confirm=1`;

afterEach(() => jest.restoreAllMocks());

const user = aUser({ firstName: 'Mia' });

const storeDraft = () =>
  sessionStorage.setItem('SI:DRAFTS', JSON.stringify({ at: Date.now(), drafts: { profile: { firstName: 'M' } } }));
const isDraftStored = () => sessionStorage.getItem('SI:DRAFTS') !== null;

describe('a logout that no page of the portal led to', () => {
  test.each([
    ['a typed address or a bookmark', ''],
    ['a link of another site', 'https://other-site.example/a'],
    ['a redirect of another site', `${window.location.origin}/`],
  ])('by %s is confirmed at the API', async (_what, referrer) => {
    comeFrom(referrer);
    const { went } = await visit('/logout', user);
    expect(await screen.findByRole('heading', { name: 'Logging you out...' })).toBeVisible();
    await waitFor(() => expect(went).toEqual([confirmedLogout]));
  });

  test('forgets what the tab stores only once the user is logged out', async () => {
    storeDraft();
    await visit('/logout', user);
    expect(isDraftStored()).toBe(true);
    cleanup();
    server.use(on(sessionCalls.whoami, refusal('NotSignedIn')));
    await visit('/logout-success', null);
    expect(await screen.findByRole('heading', { name: 'You have successfully logged out' })).toBeVisible();
    expect(isDraftStored()).toBe(false);
  });
});

describe('a logout of the user’s own', () => {
  test('from the menu happens at once', async () => {
    const { person, went } = await visit('/profile', user);
    await person.click(await screen.findByRole('button', { name: /^Hi/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(went).toEqual([logout]));
  });

  test('from the page that a failed logout leads to happens at once', async () => {
    const { person, went } = await visit('/logout-success', user);
    await person.click(await screen.findByRole('link', { name: 'Log out' }));
    await waitFor(() => expect(went).toEqual([logout]));
  });

  test('by a link that is opened in a new tab happens at once', async () => {
    storeDraft();
    comeFromPortal();
    const { went } = await visit('/logout', user);
    await waitFor(() => expect(went).toEqual([logout]));
    expect(isDraftStored()).toBe(false);
  });
});
