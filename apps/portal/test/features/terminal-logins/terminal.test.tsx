import { legalCalls, terminalLoginCalls, userCalls, type User } from '@portal/contract';
import { aUser, someLegalDocuments } from '@portal/contract/fixtures';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { markEmailVerified } from '../../../src/api/session.api.ts';
import { parseTerminalRequest } from '../../../src/features/terminal-logins/terminal-request.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';
import { redirectUri, state, terminalPath } from '../../support/terminal-logins.ts';

const me = aUser();
const button = (name: string) => screen.getByRole('button', { name });
const checkbox = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const consentHeading = () => screen.findByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' });

async function open(path = terminalPath(), user: User = me) {
  const portal = await visit(path, user);
  await consentHeading();
  return portal;
}

/** Records the bodies of the approvals. */
function mockApproval(redirectUrl = `${redirectUri}?code=secret-code&state=x`) {
  const bodies: unknown[] = [];
  server.use(
    mockCall(terminalLoginCalls.approveTerminal, ({ body }) => {
      bodies.push(body);
      return { redirectUrl };
    }),
  );
  return bodies;
}

describe('a user whom a client on this machine sends', () => {
  test('sees which client asks, from which machine and for what', async () => {
    await open();
    expect(screen.getByText('anna-laptop')).toHaveAttribute('translate', 'no');
    expect(screen.getByText('(as it calls itself)')).toBeVisible();
    expect(screen.getByText('Did you start this a moment ago, on this machine?')).toBeVisible();
    expect(screen.queryByText('Its network')).toBeNull();
    expect(checkbox(/^Read the workspace/)).toBeChecked();
    expect(checkbox(/^Invite and remove members/)).not.toBeChecked();
    await waitFor(() => expect(document.title).toBe('Portal CLI · Log in a terminal · System Initiative'));
    expect(await findA11yViolations()).toEqual([]);
  });

  test('sees no link to the address of the client', async () => {
    await open();
    expect(document.body.innerHTML).not.toContain('127.0.0.1');
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('51234');
  });

  test('sees what reads if the client names no scope', async () => {
    await open(terminalPath({ scope: null }));
    const scopes = within(screen.getByRole('group', { name: 'In the account portal' })).getAllByRole('checkbox');
    expect(scopes).toHaveLength(4);
    for (const scope of scopes) expect(scope).toBeChecked();
  });

  test('sees an unknown scope as text, unchecked', async () => {
    await open(terminalPath({ scope: 'members:read <i>root</i>' }));
    expect(checkbox('<i>root</i>')).not.toBeChecked();
    expect(document.querySelector('main i')).toBeNull();
  });

  test('sees a claimed name of the machine without other characters', async () => {
    await open(terminalPath({ host: '<b>bank</b>' }));
    expect(screen.getByText('?b?bank??b?')).toBeVisible();
    cleanup();
    await open(terminalPath({ host: '' }));
    expect(screen.getByText('It gives no name')).toBeVisible();
  });

  test('approves, and the browser goes on to the client', async () => {
    const { ui, externalUrls } = await open();
    const bodies = mockApproval();
    await ui.click(button('Approve'));
    await waitFor(() => expect(externalUrls).toEqual([`${redirectUri}?code=secret-code&state=x`]));
    expect(bodies).toEqual([
      expect.objectContaining({
        clientId: 'portal-cli',
        redirectUri,
        codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        state,
        host: 'anna-laptop',
        scopes: ['workspace:read'],
        workspaceIds: null,
      }),
    ]);
    expect(screen.getByText('You can close this page and go back to your terminal.')).toBeVisible();
    expect(document.body.innerHTML).not.toContain('secret-code');
  });

  test('denies, and the browser returns the state unchanged without a request', async () => {
    const { ui, externalUrls } = await open();
    await ui.click(button('Deny'));
    const [url = ''] = externalUrls;
    expect(externalUrls).toHaveLength(1);
    expect(url.startsWith(`${redirectUri}?`)).toBe(true);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ error: 'access_denied', state });
    expect(await screen.findByRole('heading', { level: 1, name: 'Portal CLI was not logged in' })).toBeVisible();
  });

  test.each([
    'https://evil/?code=secret-code',
    'http://127.0.0.1:51234.evil.com/callback?code=secret-code',
    'http://127.0.0.1:51235/callback?code=secret-code',
    'http://127.0.0.1:51234/callback@evil.com?code=secret-code',
    'javascript:alert(1)',
  ])('is not sent to %s, should the API return it', async (redirectUrl) => {
    const { ui, externalUrls } = await open();
    mockApproval(redirectUrl);
    await ui.click(button('Approve'));
    expect(await screen.findByText('The terminal was not approved')).toBeVisible();
    expect(externalUrls).toEqual([]);
  });

  test('with a staff session reads why it cannot approve a terminal', async () => {
    const { ui, externalUrls } = await open();
    server.use(mockCall(terminalLoginCalls.approveTerminal, errorResponse('NotAllowed')));
    await ui.click(button('Approve'));
    expect(await screen.findByText('A staff session can’t approve a terminal')).toBeVisible();
    expect(externalUrls).toEqual([]);
  });

  test('returns with the same choices from the login that an approval requires', async () => {
    const path = terminalPath();
    const portal = await open(path);
    server.use(mockCall(terminalLoginCalls.approveTerminal, errorResponse('FreshLoginRequired')));
    await portal.ui.click(checkbox(/^Invite and remove members/));
    await portal.ui.click(button('Approve'));
    await portal.ui.click(await screen.findByRole('button', { name: 'Log in again' }));
    expect(portal.externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
    const bodies = mockApproval();
    skipDoubleClickGuard();
    const { ui } = await returnFromLogin(me);
    await consentHeading();
    await waitFor(() => expect(checkbox(/^Invite and remove members/)).toBeChecked());
    await ui.click(button('Approve'));
    await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ state, redirectUri })]));
  });
});

describe('a link that is not valid', () => {
  const { href: pageUrl } = new URL(terminalPath(), 'http://portal.test');

  test.each([
    ['another response type', terminalPath({ response_type: 'token' })],
    ['no response type', terminalPath({ response_type: null })],
    ['the method plain', terminalPath({ code_challenge_method: 'plain' })],
    ['no method', terminalPath({ code_challenge_method: null })],
    ['an unknown client', terminalPath({ client_id: 'other-cli' })],
    ['a client that every object has', terminalPath({ client_id: 'constructor' })],
    ['no client', terminalPath({ client_id: null })],
    ['no challenge', terminalPath({ code_challenge: null })],
    ['a short challenge', terminalPath({ code_challenge: 'abc' })],
    ['no state', terminalPath({ state: null })],
    ['a short state', terminalPath({ state: 'abc' })],
    ['a scope with quotes', terminalPath({ scope: 'members:read "x"' })],
    ['a second redirect URI', `${terminalPath()}&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F`],
    ['no redirect URI', terminalPath({ redirect_uri: null })],
    ...[
      'https://evil',
      'https://evil.com/callback',
      'http://127.0.0.1.evil.com',
      'http://127.0.0.1.evil.com:80/callback',
      'http://localhost:1',
      'http://localhost:51234/callback',
      'http://127.0.0.1:80@evil.com/callback',
      'http://evil.com#@127.0.0.1:80/callback',
      'http://user:password@127.0.0.1:80/callback',
      'https://127.0.0.1:80/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1:80/\\evil.com/callback',
      'http://127.0.0.1:80/callback?next=evil',
      '//evil.com',
      '/workspaces',
      'javascript:alert(1)',
      'javascript://127.0.0.1:80/%0aalert(1)',
      'data:text/html,x',
      ' http://127.0.0.1:80/callback',
      'http://127.0.0.1:80/callback\n',
    ].map((uri) => [`the redirect URI ${JSON.stringify(uri)}`, terminalPath({ redirect_uri: uri })]),
  ])('with %s is not valid', (_title, path) => {
    const { href, search } = new URL(path, 'http://portal.test');
    expect(href).not.toBe(pageUrl);
    expect(parseTerminalRequest(search)).toBeNull();
  });

  test.each([
    ['an unknown client', terminalPath({ client_id: 'other' })],
    ['a foreign redirect URI', terminalPath({ redirect_uri: 'https://evil.com/callback' })],
  ])('with %s shows what to do, and leads nowhere', async (_title, path) => {
    const { externalUrls, path: current } = await visit(path, me);
    expect(await screen.findByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
    expect(screen.getByText('Start the login again in your terminal.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Approve|Deny/ })).toBeNull();
    for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/evil|127\.0|script/);
    expect(externalUrls).toEqual([]);
    expect(current()).toBe('/terminal');
  });

  test('is accessible', async () => {
    await visit('/terminal', me);
    await screen.findByRole('heading', { level: 1, name: 'This link is not valid' });
    await waitFor(() => expect(document.title).toBe('Log in a terminal · System Initiative'));
    expect(await findA11yViolations()).toEqual([]);
  });
});

describe('a client on this machine also reaches', () => {
  test('an IPv6 loopback address', async () => {
    const { ui, externalUrls } = await open(terminalPath({ redirect_uri: 'http://[::1]:51234/callback' }));
    await ui.click(button('Deny'));
    expect(externalUrls[0]).toMatch(/^http:\/\/\[::1\]:51234\/callback\?error=access_denied&state=/);
  });
});

describe('the URL with its query is kept', () => {
  const path = terminalPath();
  const saved = () => sessionStorage.getItem('SI-LOGIN-REDIRECT');
  const parametersOf = (url: string) => Object.fromEntries(new URL(url, 'http://portal.test').searchParams);

  test('during the login', async () => {
    await visit(path, null);
    await waitFor(() => expect(parametersOf(saved() ?? '')).toEqual(parametersOf(path)));
    await returnFromLogin(me);
    expect(await consentHeading()).toBeVisible();
  });

  test('while the user accepts the terms', async () => {
    server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
    const { path: current } = await visit(path, aUser({ needsTosUpdate: true }));
    await screen.findByRole('heading', { name: 'Review the legal documents' });
    expect(current()).toBe('/review-legal');
    expect(parametersOf(saved() ?? '')).toEqual(parametersOf(path));
  });

  test('while the user completes the profile', async () => {
    const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
    const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-01-01T00:00:00.000Z' } };
    server.use(
      mockCall(userCalls.updateProfile, { user: newcomer }),
      mockCall(userCalls.completeProfile, { user: reviewed }),
    );
    const { ui, router } = await visit(path, newcomer);
    await screen.findByRole('heading', { name: 'Welcome To the product!' });
    await ui.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/terminal'), { timeout: 10_000 });
    expect(parametersOf(router.state.location.search)).toEqual(parametersOf(path));
  });

  test('while the user verifies the email', async () => {
    const { store } = await visit(path, aUser({ emailVerified: false }));
    expect(await screen.findByRole('heading', { name: 'Verify your email to log in a terminal' })).toBeVisible();
    expect(await findA11yViolations()).toEqual([]);
    act(() => void store.dispatch(markEmailVerified()));
    expect(await consentHeading()).toBeVisible();
  });
});
