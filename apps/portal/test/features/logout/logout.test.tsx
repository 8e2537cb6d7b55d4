import { jest } from '@jest/globals';
import { sessionCalls } from '@portal/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { setReferrer, setPortalReferrer } from '../../support/referrer.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const logout = 'http://api.test/auth/logout';
const confirmedLogout = `${logout}?confirm=1`;

afterEach(() => jest.restoreAllMocks());

const user = aUser({ firstName: 'Mia' });

const storeDraft = () =>
  sessionStorage.setItem(
    'SI-DRAFTS',
    JSON.stringify({ storedAt: Date.now(), drafts: { profile: { firstName: 'M' } } }),
  );
const isDraftStored = () => sessionStorage.getItem('SI-DRAFTS') !== null;

describe('a logout that does not come from the portal', () => {
  test.each([
    ['a typed URL or a bookmark', ''],
    ['a link on another site', 'https://other-site.example/a'],
    ['a redirect of another site', `${window.location.origin}/`],
  ])('by %s requires a confirmation at the API', async (_what, referrer) => {
    setReferrer(referrer);
    const { externalUrls } = await visit('/logout', user);
    expect(await screen.findByRole('heading', { name: 'Logging you out...' })).toBeVisible();
    await waitFor(() => expect(externalUrls).toEqual([confirmedLogout]));
  });

  test('clears the tab’s storage only once the user is logged out', async () => {
    storeDraft();
    await visit('/logout', user);
    expect(isDraftStored()).toBe(true);
    cleanup();
    server.use(mockCall(sessionCalls.whoami, errorResponse('NotSignedIn')));
    await visit('/logout-success', null);
    expect(await screen.findByRole('heading', { name: 'You have successfully logged out' })).toBeVisible();
    expect(isDraftStored()).toBe(false);
  });
});

describe('a logout by the user', () => {
  test('from the menu needs no confirmation', async () => {
    const { ui, externalUrls } = await visit('/profile', user);
    await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
    await ui.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(externalUrls).toEqual([logout]));
  });

  test('from the page after a failed logout needs no confirmation', async () => {
    const { ui, externalUrls } = await visit('/logout-success', user);
    await ui.click(await screen.findByRole('link', { name: 'Log out' }));
    await waitFor(() => expect(externalUrls).toEqual([logout]));
  });

  test('by a link in a new tab needs no confirmation', async () => {
    storeDraft();
    setPortalReferrer();
    const { externalUrls } = await visit('/logout', user);
    await waitFor(() => expect(externalUrls).toEqual([logout]));
    expect(isDraftStored()).toBe(false);
  });
});
