import { loginSecurityCalls, userSessionCalls, type LoginSecurity } from '@portal/contract';
import { aLoginSecurity, aSession, aUser } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';

const me = aUser({ email: 'mia@example.com' });

async function open(overrides: Partial<LoginSecurity> = {}) {
  server.use(mockCall(loginSecurityCalls.getLoginSecurity, aLoginSecurity(overrides)));
  const portal = await visit('/security', me);
  await screen.findByRole('heading', { name: 'How you log in' });
  await screen.findByText(/^With [^,]+, as/);
  return portal;
}

const section = (name: string) => within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);

test('each concern of the account has a page, and each page links to the others', async () => {
  const pages = {
    '/profile': 'Update Your Profile',
    '/security': 'Login and security',
    '/profile/notifications': 'Notifications',
    '/profile/keyboard': 'Keyboard',
    '/profile/account': 'Your account',
  };
  const { ui } = await visit('/profile', me);
  for (const [path, title] of Object.entries(pages)) {
    const navigation = within(await screen.findByRole('navigation', { name: 'Account settings' }));
    const links = navigation.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.pathname)).toEqual(Object.keys(pages));
    const link = links.find(({ pathname }) => pathname === path) as HTMLElement;
    await ui.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole('link', { current: 'page', name: link.textContent })).toBeVisible();
  }
});

test('an unknown page of the account leads to the profile', async () => {
  const { path } = await visit('/profile/unknown', me);
  expect(await screen.findByRole('heading', { name: 'Update Your Profile' })).toBeVisible();
  expect(path()).toBe('/profile');
});

test('the page has one section for each thing, and the address of the login', async () => {
  await open();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['How you log in', 'Password', 'Second factor', 'Where you’re logged in']);
  expect(screen.getByText(/^With a password, as/)).toHaveTextContent('With a password, as mia@example.com.');
  expect(await findA11yViolations()).toEqual([]);
});

test.each<[Partial<LoginSecurity>, RegExp]>([
  [{ kind: 'social', method: 'Google' }, /^Google has your password and your second factor/],
  [{ kind: 'company', method: 'Okta' }, /^Your company’s directory \(Okta\) has your password/],
  [{ kind: 'passwordless', method: 'Emailed code' }, /^You have no password: anyone who can read your mailbox/],
  [{ kind: 'passwordless', method: 'Text message' }, /^You have no password: anyone who receives your text messages/],
])('without a password of ours, it says where the password is: %j', async (login, text) => {
  await open({ ...login, secondFactor: { state: 'elsewhere', canTurnOn: false } });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Second factor' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Turn on the second factor' })).toBeNull();
});

describe('the password', () => {
  test('is changed by an email that the page says it asked for', async () => {
    const { ui } = await open();
    server.use(mockCall(loginSecurityCalls.requestPasswordChange, { email: 'mia@other.example' }));
    await ui.click(screen.getByRole('button', { name: 'Change password' }));
    const message = await screen.findByText(/We asked the login service to send an email to/);
    expect(message).toHaveTextContent('mia@other.example');
    expect(message).toHaveTextContent('whether sessions from before are still logged in');
    expect(screen.getByRole('button', { name: 'Request another email' })).toBeVisible();
  });

  test('says where the earlier emails went, and when another one can be requested', async () => {
    const { ui } = await open();
    server.use(mockCall(loginSecurityCalls.requestPasswordChange, { email: 'mia@other.example' }));
    await ui.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Check your mailbox');
    const limited = errorResponse('TooManyRequests');
    limited.headers.set('Retry-After', '3600');
    server.use(mockCall(loginSecurityCalls.requestPasswordChange, limited));
    skipDoubleClickGuard();
    await ui.click(screen.getByRole('button', { name: 'Request another email' }));
    const message = await screen.findByText(/Use the link in the latest one, or try again at \d+:\d\d [AP]M\./);
    expect(message).toHaveTextContent('The last one is for mia@other.example.');
    expect(screen.queryByText('The email was not requested')).toBeNull();
  });

  test('has an error if the email could not be requested', async () => {
    const { ui } = await open();
    server.use(mockCall(loginSecurityCalls.requestPasswordChange, errorResponse('IdentityProviderUnavailable')));
    await ui.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The email was not requested')).toBeVisible();
  });

  test('after a change, the page offers to end the sessions from before it', async () => {
    const changedAt = '2026-01-03T00:00:00.000Z';
    const { ui } = await open({ passwordChange: { changedAt, hasEarlierSessions: true } });
    expect(section('Password').getByText(/Last changed/)).toBeVisible();
    const alert = (await screen.findByText('Your password has changed')).closest('[role=alert]') as HTMLElement;
    let calls = 0;
    server.use(
      mockCall(userSessionCalls.endOtherSessions, () => {
        calls += 1;
        return { ended: { sessions: 1, instanceTokens: 0 }, tokensToReview: { tokens: [], total: 0 } };
      }),
      mockCall(
        loginSecurityCalls.getLoginSecurity,
        aLoginSecurity({ passwordChange: { changedAt, hasEarlierSessions: false } }),
      ),
    );
    const button = within(alert).getByRole('button', { name: 'End all other sessions' });
    await ui.click(button);
    skipDoubleClickGuard();
    await ui.click(button);
    await waitFor(() => expect(screen.queryByText('Your password has changed')).toBeNull());
    expect(calls).toBe(1);
  });
});

test('without a way to ask for the email, the password section names the support instead of a button', async () => {
  await open({ canChangePassword: false });
  const content = section('Password');
  expect(content.queryByRole('button')).toBeNull();
  expect(content.getByRole('link', { name: 'support@systeminit.com' })).toBeVisible();
});

describe('the second factor', () => {
  test.each<[LoginSecurity['secondFactor'], string | null, RegExp]>([
    [{ state: 'on', canTurnOn: false }, 'On', /^Your last login had a second factor/],
    [{ state: 'set-up', canTurnOn: false }, 'Set up, not asked for yet', /it does not protect you: contact support/],
    [{ state: 'off', canTurnOn: true }, 'Off', /^A second step to log in/],
    [{ state: 'off', canTurnOn: false }, 'Off', /^To turn one on, contact support/],
    [{ state: 'unknown', canTurnOn: false }, null, /^We can’t see whether you have set up/],
    [{ state: 'unreachable', canTurnOn: false }, null, /the login service does not respond/],
  ])('%j', async (secondFactor, badge, text) => {
    await open({ secondFactor });
    const content = section('Second factor');
    expect(content.getByText((_, element) => element?.tagName === 'P' && text.test(element.textContent))).toBeVisible();
    if (badge !== null) expect(content.getByText(badge)).toBeVisible();
    expect(content.queryAllByRole('button', { name: 'Turn on the second factor' })).toHaveLength(
      secondFactor.canTurnOn ? 1 : 0,
    );
    expect(await findA11yViolations()).toEqual([]);
  });

  test('is turned on by a click on a link to the login service', async () => {
    const { ui, externalUrls } = await open();
    const url = 'https://tenant.eu.auth0.com/guardian/enroll?ticket=gten_1';
    server.use(mockCall(loginSecurityCalls.startSecondFactor, { url }));
    await ui.click(screen.getByRole('button', { name: 'Turn on the second factor' }));
    expect(await screen.findByRole('link', { name: 'Continue at the login service' })).toHaveAttribute('href', url);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus());
    expect(externalUrls).toEqual([]);
  });

  test('is prepared after the new login that it requires, once', async () => {
    const portal = await open();
    server.use(mockCall(loginSecurityCalls.startSecondFactor, errorResponse('FreshLoginRequired')));
    await portal.ui.click(screen.getByRole('button', { name: 'Turn on the second factor' }));
    await portal.ui.click(await screen.findByRole('button', { name: 'Log in again' }));
    let calls = 0;
    server.use(
      mockCall(loginSecurityCalls.startSecondFactor, () => {
        calls += 1;
        return { url: 'https://tenant.eu.auth0.com/guardian/enroll?ticket=gten_1' };
      }),
    );
    await returnFromLogin(me);
    expect(await screen.findByRole('link', { name: 'Continue at the login service' })).toBeVisible();
    expect(calls).toBe(1);
  });
});

test('another account with the address is named by how it logs in', async () => {
  await open({ otherLogins: ['Google', 'GitHub'] });
  const content = section('Your other accounts');
  expect(content.getByText(/also logs in with/)).toHaveTextContent(
    'mia@example.com also logs in with Google or GitHub, and has workspaces there.',
  );
  expect(content.getByRole('link', { name: 'Log out and switch account' })).toBeVisible();
});

test('sessions are listed also if the login could not be loaded', async () => {
  server.use(
    mockCall(loginSecurityCalls.getLoginSecurity, errorResponse('TooManyRequests')),
    mockCall(userSessionCalls.listSessions, {
      sessions: [aSession({ isCurrent: true })],
      next: null,
      tokensToReview: { tokens: [], total: 0 },
    }),
  );
  await visit('/security', me);
  expect(await screen.findByText('We could not load how you log in')).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Sessions' })).toBeVisible();
});

test('if neither the login nor the sessions could be loaded, one error is shown, and one click loads both', async () => {
  server.use(
    mockCall(loginSecurityCalls.getLoginSecurity, errorResponse('TooManyRequests')),
    mockCall(userSessionCalls.listSessions, errorResponse('TooManyRequests')),
  );
  const { ui } = await visit('/security', me);
  expect(await screen.findByText('We could not load how and where you log in')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  server.use(
    mockCall(loginSecurityCalls.getLoginSecurity, aLoginSecurity()),
    mockCall(userSessionCalls.listSessions, {
      sessions: [aSession({ isCurrent: true })],
      next: null,
      tokensToReview: { tokens: [], total: 0 },
    }),
  );
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'How you log in' })).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Sessions' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
