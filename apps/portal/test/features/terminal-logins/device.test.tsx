import { terminalLoginCalls, workspaceCalls, type DeviceRequest, type Workspace } from '@portal/contract';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { markEmailVerified } from '../../../src/api/session.api.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';
import { aDevice } from '../../support/terminal-logins.ts';

const me = aUser();
const codeField = () => screen.findByRole('textbox', { name: 'Code' });
const button = (name: string) => screen.getByRole('button', { name });
const checkbox = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const consentHeading = () => screen.findByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' });
const notFoundMessage =
  'No terminal waits with this code. Compare it with your terminal, or start the login there again.';

/** Opens the page, types a code and submits it by Enter. */
async function openDevice(overrides: Partial<DeviceRequest> = {}, typed = 'wdjb mjht') {
  const found: unknown[] = [];
  server.use(
    mockCall(terminalLoginCalls.findDevice, ({ body }) => {
      found.push(body);
      return aDevice(overrides);
    }),
  );
  const portal = await visit('/device', me);
  await portal.ui.type(await codeField(), `${typed}{Enter}`);
  await consentHeading();
  return { ...portal, found };
}

/** Records the bodies of the approvals. */
function mockApproval() {
  const bodies: unknown[] = [];
  server.use(
    mockCall(terminalLoginCalls.approveDevice, ({ body }) => {
      bodies.push(body);
      return {};
    }),
  );
  return bodies;
}

describe('the page for the code of a device', () => {
  test('has one field, which has the focus and which the browser does not fill in', async () => {
    await visit('/device', me);
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in a device' })).toBeVisible();
    const field = await codeField();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'off');
    expect(field).toHaveAttribute('placeholder', 'WDJB-MJHT');
    await waitFor(() => expect(document.title).toBe('Log in a device · System Initiative'));
    expect(await findA11yViolations()).toEqual([]);
  });

  test('opens also by an address that a user typed in another way', async () => {
    await visit('/Device/', me);
    expect(await codeField()).toHaveValue('');
  });

  test.each(['user_code', 'userCode', 'code', 'usercode', 'device_code'])(
    'ignores a code in the parameter %s of the URL',
    async (name) => {
      let requests = 0;
      server.use(
        mockCall(terminalLoginCalls.findDevice, () => {
          requests += 1;
          return aDevice();
        }),
      );
      await visit(`/device?${name}=WDJB-MJHT#${name}=WDJB-MJHT`, me);
      expect(await codeField()).toHaveValue('');
      expect(requests).toBe(0);
    },
  );

  test.each(['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'wdjb–mjht'])('accepts the code as “%s”', async (typed) => {
    const { found } = await openDevice({}, typed);
    expect(found).toEqual([expect.objectContaining({ userCode: 'WDJBMJHT' })]);
  });

  test('says what a code looks like, without a request', async () => {
    const { ui } = await visit('/device', me);
    await ui.type(await codeField(), 'AEIOU{Enter}');
    expect(await screen.findByText('A code has 8 letters, such as WDJB-MJHT')).toBeVisible();
    expect(await codeField()).toHaveFocus();
  });

  test('says beside the field that no terminal waits with the code', async () => {
    server.use(mockCall(terminalLoginCalls.findDevice, errorResponse('UserCodeNotFound')));
    const { ui } = await visit('/device', me);
    await ui.type(await codeField(), 'wdjbmjht');
    await ui.click(button('Continue'));
    const field = await codeField();
    await waitFor(() => expect(field).toHaveAccessibleDescription(notFoundMessage));
    expect(field).toHaveFocus();
    expect(field).toHaveValue('WDJB-MJHT');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says when the user can try again after too many wrong codes', async () => {
    const message = 'Too many requests. Try again in 9 minutes.';
    server.use(mockCall(terminalLoginCalls.findDevice, errorResponse('TooManyRequests', message)));
    const { ui } = await visit('/device', me);
    await ui.type(await codeField(), 'wdjbmjht{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  test('asks an unverified user to verify the email first, and then for the code', async () => {
    const { store } = await visit('/device', aUser({ emailVerified: false }));
    expect(await screen.findByRole('heading', { name: 'Verify your email to log in a terminal' })).toBeVisible();
    act(() => void store.dispatch(markEmailVerified()));
    expect(await codeField()).toBeVisible();
  });
});

describe('a user who typed the code of a device', () => {
  test('sees which client asks, from which machine, network and time', async () => {
    await openDevice();
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Let Portal CLI act as you?' })).toHaveFocus(),
    );
    expect(screen.getByText('build-7')).toHaveAttribute('translate', 'no');
    expect(screen.getByText('(as it calls itself)')).toBeVisible();
    expect(screen.getAllByText('203.0.113.x')).toHaveLength(2);
    expect(screen.getByText('Did you start this a moment ago, on this machine?')).toBeVisible();
    expect(screen.getByText(/ends after 30 days without use, and after 90 days at the latest/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'sessions' })).toHaveAttribute('href', '/security');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(document.title).toBe('Portal CLI · Log in a device · System Initiative'));
    expect(await findA11yViolations()).toEqual([]);
  });

  test.each([
    ['another network', { network: '198.51.100.x' }, 'This terminal is in another network than you.'],
    ['an unknown network', { network: null }, 'We can’t tell whether this terminal is near you.'],
    ['the user in an unknown network', { ownNetwork: null }, 'We can’t tell whether this terminal is near you.'],
    ['both unknown', { network: null, ownNetwork: null }, 'We can’t tell whether this terminal is near you.'],
  ])('is warned about %s', async (_title, networks, warning) => {
    await openDevice(networks);
    expect(screen.getByRole('alert')).toHaveTextContent(warning);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('sees that the machine gives no name', async () => {
    await openDevice({ host: null });
    expect(screen.getByText('It gives no name')).toBeVisible();
    expect(screen.queryByText('(as it calls itself)')).toBeNull();
  });

  test('approves what reads, unless they check more', async () => {
    const { ui } = await openDevice();
    expect(checkbox(/^Read the workspace/)).toBeChecked();
    expect(checkbox(/^Read members and invitations/)).toBeChecked();
    expect(checkbox(/^Invite and remove members/)).not.toBeChecked();
    expect(checkbox('All workspaces, also those that I join later')).toBeChecked();
    const bodies = mockApproval();
    await ui.click(button('Approve'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Portal CLI is approved' })).toBeVisible();
    expect(screen.getByText('You can close this page and go back to your terminal.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(bodies).toEqual([
      expect.objectContaining({
        userCode: 'WDJBMJHT',
        scopes: ['workspace:read', 'members:read'],
        workspaceIds: null,
      }),
    ]);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('adds and removes scopes by the keyboard', async () => {
    const { ui } = await openDevice();
    const bodies = mockApproval();
    checkbox(/^Invite and remove members/).focus();
    await ui.keyboard(' ');
    checkbox(/^Read the workspace/).focus();
    await ui.keyboard(' ');
    button('Approve').focus();
    await ui.keyboard('{Enter}');
    await screen.findByText('You can close this page and go back to your terminal.');
    expect(bodies).toEqual([expect.objectContaining({ scopes: ['members:read', 'members:write'] })]);
  });

  test('sees an unknown scope as text, unchecked', async () => {
    const scope = '<b>platform:everything</b>';
    await openDevice({ scopes: ['members:read', scope, scope, 'account:read'] });
    const platform = within(screen.getByRole('group', { name: 'On the platform' }));
    expect(platform.getAllByRole('checkbox')).toEqual([checkbox(scope)]);
    expect(checkbox(scope)).not.toBeChecked();
    expect(document.querySelector('main b')).toBeNull();
  });

  test('denies the login with one click', async () => {
    const { ui } = await openDevice();
    let denied: unknown;
    server.use(
      mockCall(terminalLoginCalls.denyDevice, ({ body }) => {
        denied = body;
        return {};
      }),
    );
    await ui.click(button('Deny'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Portal CLI was not logged in' })).toBeVisible();
    expect(denied).toMatchObject({ userCode: 'WDJBMJHT' });
  });

  test.each(['approveDevice', 'denyDevice'] as const)(
    'returns to the field if the code has expired meanwhile (%s)',
    async (name) => {
      const { ui } = await openDevice();
      server.use(mockCall(terminalLoginCalls[name], errorResponse('UserCodeNotFound')));
      await ui.click(button(name === 'approveDevice' ? 'Approve' : 'Deny'));
      const field = await codeField();
      await waitFor(() => expect(field).toHaveAccessibleDescription(notFoundMessage));
      expect(field).toHaveFocus();
    },
  );

  test('can try again if an answer could not be sent', async () => {
    const { ui } = await openDevice();
    server.use(mockCall(terminalLoginCalls.denyDevice, errorResponse('DatabaseUnavailable')));
    await ui.click(button('Deny'));
    expect(await screen.findByText('The terminal was not denied')).toBeVisible();
    server.use(mockCall(terminalLoginCalls.approveDevice, errorResponse('DatabaseUnavailable')));
    await ui.click(button('Approve'));
    expect(await screen.findByText('The terminal was not approved')).toBeVisible();
    expect(screen.queryByText('The terminal was not denied')).toBeNull();
  });

  test('with a staff session reads why it cannot approve a terminal', async () => {
    const { ui, path } = await openDevice();
    server.use(mockCall(terminalLoginCalls.approveDevice, errorResponse('NotAllowed')));
    await ui.click(button('Approve'));
    expect(await screen.findByText('A staff session can’t approve a terminal')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Use another account' })).toHaveAttribute('href', '/logout');
    expect(path()).toBe('/device');
    expect(await findA11yViolations()).toEqual([]);
  });
});

describe('without a recent login, an approval', () => {
  const chooseAndLogIn = async () => {
    const portal = await openDevice();
    server.use(mockCall(terminalLoginCalls.approveDevice, errorResponse('FreshLoginRequired')));
    await portal.ui.click(checkbox(/^Invite and remove members/));
    await portal.ui.click(button('Approve'));
    expect(
      await screen.findByText('Approving a terminal requires a recent login. Log in again, then approve the terminal.'),
    ).toBeVisible();
    await portal.ui.click(button('Log in again'));
    expect(portal.externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/device');
    skipDoubleClickGuard();
  };

  test('keeps the code and the choices during the login, and waits for the user', async () => {
    await chooseAndLogIn();
    const bodies = mockApproval();
    const { ui } = await returnFromLogin(me);
    await consentHeading();
    await waitFor(() => expect(checkbox(/^Invite and remove members/)).toBeChecked());
    expect(bodies).toEqual([]);
    await ui.click(button('Approve'));
    await screen.findByText('You can close this page and go back to your terminal.');
    expect(bodies).toEqual([
      expect.objectContaining({
        userCode: 'WDJBMJHT',
        scopes: ['workspace:read', 'members:read', 'members:write'],
      }),
    ]);
  });

  test('shows the typed code with the error if the code has expired during the login', async () => {
    await chooseAndLogIn();
    server.use(mockCall(terminalLoginCalls.findDevice, errorResponse('UserCodeNotFound')));
    await returnFromLogin(me);
    const field = await codeField();
    await waitFor(() => expect(field).toHaveAccessibleDescription(notFoundMessage));
    expect(field).toHaveValue('WDJB-MJHT');
  });

  test('starts over for another user who logs in instead', async () => {
    await chooseAndLogIn();
    await returnFromLogin(aUser());
    expect(await codeField()).toHaveValue('');
  });
});

describe('a user who chooses workspaces', () => {
  const openWorkspaces = async (workspaces: Workspace[] | Response) => {
    server.use(mockCall(workspaceCalls.listWorkspaces, workspaces));
    const portal = await openDevice();
    await portal.ui.click(checkbox('All workspaces, also those that I join later'));
    return portal;
  };

  test('has to choose one before they can approve', async () => {
    const [staging, production] = [aWorkspace({ displayName: 'Staging' }), aWorkspace({ displayName: 'Production' })];
    const { ui } = await openWorkspaces([staging, production]);
    const bodies = mockApproval();
    expect(await screen.findByRole('checkbox', { name: 'Staging' })).not.toBeChecked();
    expect(button('Approve')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Approve')).toHaveAccessibleDescription('Choose at least one workspace, or all of them.');
    fireEvent.click(button('Approve'));
    await ui.click(checkbox('Staging'));
    await ui.click(checkbox('Production'));
    await ui.click(checkbox('Staging'));
    expect(screen.getByRole('group', { name: '1 chosen' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
    skipDoubleClickGuard();
    await ui.click(button('Approve'));
    await screen.findByText('You can close this page and go back to your terminal.');
    expect(bodies).toEqual([expect.objectContaining({ workspaceIds: [production.id] })]);
  });

  test('can search more than ten, and keeps what the search hides', async () => {
    const workspaces = Array.from({ length: 11 }, (_, index) => aWorkspace({ displayName: `Team ${index + 1}` }));
    const { ui } = await openWorkspaces(workspaces);
    await ui.click(await screen.findByRole('checkbox', { name: 'Team 1' }));
    await ui.type(screen.getByRole('searchbox', { name: 'Search workspaces' }), 'team 11');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Team 1' })).toBeNull());
    await ui.click(checkbox('Team 11'));
    expect(screen.getByRole('group', { name: '2 chosen' })).toBeVisible();
  });

  test('can load the list again after an error', async () => {
    const { ui } = await openWorkspaces(errorResponse('DatabaseUnavailable'));
    expect(await screen.findByText('Your workspaces could not be loaded')).toBeVisible();
    server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Staging' })]));
    await ui.click(button('Try again'));
    expect(await screen.findByRole('checkbox', { name: 'Staging' })).toBeVisible();
  });

  test('without a workspace reads that there is none', async () => {
    await openWorkspaces([]);
    expect(await screen.findByText('You have no workspaces yet.')).toBeVisible();
  });
});
