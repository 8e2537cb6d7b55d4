import { authTokenCalls, userSessionCalls, type TokenToReview, type UserSession } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ulid } from 'ulid';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aSession, aToken, aUser } from '@portal/contract/fixtures';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';

const me = aUser();
const workspaceId = ulid();
const current = aSession({ isCurrent: true, instances: [{ workspaceId, displayName: 'Staging' }] });
const phone = aSession({ browser: 'Safari', system: 'iPhone', network: null });
const unknown = aSession({ browser: 'Unknown browser', system: null, network: '2001:db8:1::/48' });

const tokensToReview = { tokens: [], total: 0 };
const mockList = (...sessions: UserSession[]) =>
  mockCall(userSessionCalls.listSessions, { sessions, next: null, tokensToReview });
const ended = { ended: { sessions: 1, instanceTokens: 0 }, tokensToReview };

async function sessionItems() {
  const list = await screen.findByRole('list', { name: 'Sessions' });
  return () => within(list).getAllByRole('listitem');
}

async function open(...sessions: UserSession[]) {
  server.use(mockList(...sessions));
  const portal = await visit('/security', me);
  return { ...portal, items: await sessionItems() };
}
const endButton = (client: string) => screen.findByRole('button', { name: `End session in ${client}` });

/** The button asks for a second click. */
async function clickAndConfirm(ui: UserEvent, button: HTMLElement): Promise<void> {
  await ui.click(button);
  skipDoubleClickGuard();
  await ui.click(button);
}

test('the page shows where the user is logged in, this session first', async () => {
  const { items } = await open(phone, current, unknown);
  expect(screen.getByRole('heading', { name: 'Where you’re logged in' })).toBeVisible();
  const [first, second, third] = items();
  expect(first).toHaveTextContent('Chrome on macOS');
  expect(first).toHaveTextContent('This session');
  expect(first).toHaveTextContent(/Active .+ · 203\.0\.113\.x/);
  expect(first).toHaveTextContent('Open workspaces: Staging');
  expect(second).toHaveTextContent('Safari on iPhone');
  expect(second).not.toHaveTextContent('·');
  expect(third).toHaveTextContent('Unknown browser');
  expect(await screen.findAllByRole('button', { name: /^End session/ })).toHaveLength(2);
  expect(await findA11yViolations()).toEqual([]);
});

test('one session is ended after a confirmation', async () => {
  const { ui, items } = await open(current, phone);
  let endedId: unknown;
  server.use(
    mockCall(userSessionCalls.endSession, ({ params }) => {
      endedId = params['sessionId'];
      return ended;
    }),
    mockList(current),
  );
  await clickAndConfirm(ui, await endButton('Safari on iPhone'));
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(endedId).toBe(phone.id);
  // No other session can be ended by its button.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Where you’re logged in' })).toHaveFocus());
});

test('a user with one session can require a new login of all other browsers', async () => {
  const { ui } = await open(current);
  let calls = 0;
  server.use(
    mockCall(userSessionCalls.endOtherSessions, () => {
      calls += 1;
      return { ...ended, ended: { sessions: 0, instanceTokens: 0 } };
    }),
  );
  await clickAndConfirm(ui, await screen.findByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(calls).toBe(1));
});

test('a session that has ended elsewhere disappears', async () => {
  const { ui, items } = await open(current, phone);
  server.use(mockCall(userSessionCalls.endSession, errorResponse('SessionNotFound')), mockList(current));
  await clickAndConfirm(ui, await endButton('Safari on iPhone'));
  await waitFor(() => expect(items()).toHaveLength(1));
});

const logInAgain = async ({ ui, externalUrls }: Pick<Awaited<ReturnType<typeof open>>, 'ui' | 'externalUrls'>) => {
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toContain('/security');
};

describe('without a recent login', () => {
  test('the page asks for one and then ends all other sessions, once', async () => {
    const portal = await open(current, phone, unknown);
    server.use(mockCall(userSessionCalls.endOtherSessions, errorResponse('FreshLoginRequired')));
    await clickAndConfirm(portal.ui, await screen.findByRole('button', { name: 'End all other sessions' }));
    expect(
      await screen.findByText('Ending your other sessions requires a recent login. Log in again to end them.'),
    ).toBeVisible();
    // A session can be newer than the login: the provider remembers it.
    for (const item of portal.items()) expect(item).toHaveTextContent(/Active .+Logged in/);
    await logInAgain(portal);
    let calls = 0;
    server.use(
      mockCall(userSessionCalls.endOtherSessions, () => {
        calls += 1;
        server.use(mockList(current));
        return { ...ended, ended: { sessions: 2, instanceTokens: 1 } };
      }),
    );
    await returnFromLogin(me);
    const items = await sessionItems();
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(screen.getByText('All other sessions have ended.')).toHaveAttribute('role', 'status');
    cleanup();
    await open(current, phone);
    expect(calls).toBe(1);
  });

  test('the page asks for one and then ends the session that the user chose', async () => {
    const portal = await open(current, phone, unknown);
    server.use(mockCall(userSessionCalls.endSession, errorResponse('FreshLoginRequired')));
    await clickAndConfirm(portal.ui, await endButton('Safari on iPhone'));
    expect(
      await screen.findByText('Ending another session requires a recent login. Log in again to end it.'),
    ).toBeVisible();
    await logInAgain(portal);
    const endedIds: unknown[] = [];
    server.use(
      mockCall(userSessionCalls.endSession, ({ params }) => {
        endedIds.push(params['sessionId']);
        server.use(mockList(current, unknown));
        return ended;
      }),
    );
    await returnFromLogin(me);
    const items = await sessionItems();
    await waitFor(() => expect(items()).toHaveLength(2));
    expect(endedIds).toEqual([phone.id]);
  });

  test.each([
    ['another user who logs in instead ends nothing', () => returnFromLogin(aUser())],
    ['a login that was not completed ends nothing', () => (cleanup(), visit('/security', me))],
    [
      'nor does a later login, after the user went back to another page',
      async () => {
        cleanup();
        await visit('/no/such/page', me);
        await screen.findByRole('heading', { level: 1 });
        sessionStorage.setItem('SI-LOGIN-REDIRECT', '/security');
        return returnFromLogin(me);
      },
    ],
    [
      'nor does a later login, after the browser restored the page',
      () => (window.dispatchEvent(new Event('pageshow')), returnFromLogin(me)),
    ],
  ])('%s', async (_title, comeBack) => {
    const portal = await open(current, phone);
    server.use(mockCall(userSessionCalls.endOtherSessions, errorResponse('FreshLoginRequired')));
    await clickAndConfirm(portal.ui, await screen.findByRole('button', { name: 'End all other sessions' }));
    await logInAgain(portal);
    let calls = 0;
    server.use(
      mockCall(userSessionCalls.endOtherSessions, () => {
        calls += 1;
        return ended;
      }),
      mockList(current, phone),
    );
    await comeBack();
    expect(await screen.findByRole('button', { name: 'End all other sessions' })).toBeVisible();
    expect(calls).toBe(0);
  });
});

describe('after the end of sessions', () => {
  const token: TokenToReview = {
    id: ulid(),
    name: 'Deploy',
    workspaceId,
    workspaceName: 'Staging',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
  };
  const toReview = (tokens: TokenToReview[], total = tokens.length) => ({ tokensToReview: { tokens, total } });
  const serve = (...tokens: TokenToReview[]) =>
    mockCall(userSessionCalls.listSessions, { sessions: [current], next: null, ...toReview(tokens) });

  test('the API tokens that still work are listed with their workspace, and each can be revoked', async () => {
    const { ui } = await open(current, phone);
    expect(screen.queryByRole('heading', { name: 'API tokens to review' })).toBeNull();
    const other = { ...token, id: ulid(), name: 'Backup', lastUsedAt: '2026-01-02T00:00:00.000Z' };
    server.use(mockCall(userSessionCalls.endOtherSessions, ended), serve(token, other));
    await clickAndConfirm(ui, await screen.findByRole('button', { name: 'End all other sessions' }));
    const list = within(await screen.findByRole('list', { name: 'API tokens to review' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^DeployIn Staging, created January 1, 2026 .*, never used/);
    expect(second).toHaveTextContent(/^BackupIn Staging, created January 1, 2026 .*, last used/);
    expect(list.getByRole('button', { name: 'Revoke Deploy' })).toHaveAccessibleDescription(/created January 1, 2026/);
    expect(list.getAllByRole('link', { name: 'Staging' })[0]).toHaveAttribute(
      'href',
      `/workspace/${workspaceId}/tokens`,
    );
    expect(await findA11yViolations()).toEqual([]);
    let revoked: unknown;
    server.use(
      mockCall(authTokenCalls.revokeAuthToken, ({ params }) => {
        revoked = params;
        server.use(serve(other));
        return { authToken: aToken({ id: token.id, revokedAt: '2026-01-03T00:00:00.000Z' }) };
      }),
    );
    await clickAndConfirm(ui, list.getByRole('button', { name: 'Revoke Deploy' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(revoked).toEqual({ workspaceId, tokenId: token.id });
    await waitFor(() => expect(list.getByRole('listitem')).toHaveFocus());
    expect(screen.getByText('Deploy was revoked.')).toHaveAttribute('role', 'status');
  });

  test('the focus stays in the section after the last token, which says that none is left', async () => {
    server.use(
      serve(token),
      mockCall(authTokenCalls.revokeAuthToken, () => {
        server.use(serve());
        return { authToken: aToken({ id: token.id, revokedAt: '2026-01-03T00:00:00.000Z' }) };
      }),
    );
    const { ui } = await visit('/security', me);
    await clickAndConfirm(ui, await screen.findByRole('button', { name: 'Revoke Deploy' }));
    expect(await screen.findByText('No tokens are left to review.')).toBeVisible();
    expect(screen.getByText('Deploy was revoked.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens to review' })).toHaveFocus());
  });

  test('a token that could not be revoked stays in the list', async () => {
    server.use(serve(token), mockCall(authTokenCalls.revokeAuthToken, errorResponse('NotAllowed')));
    const { ui } = await visit('/security', me);
    await clickAndConfirm(ui, await screen.findByRole('button', { name: 'Revoke Deploy' }));
    expect(await screen.findByText('The token was not revoked')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revoke Deploy' })).toBeVisible();
  });

  test('a token that is kept disappears from the list', async () => {
    const other = { ...token, id: ulid(), name: 'Backup' };
    server.use(serve(token, other));
    const { ui } = await visit('/security', me);
    const keepButton = await screen.findByRole('button', { name: 'Keep Deploy' });
    let kept: unknown;
    let keeps = 0;
    server.use(
      mockCall(userSessionCalls.keepToken, ({ params }) => {
        keeps += 1;
        kept = params;
        return toReview([other]);
      }),
      serve(other),
    );
    await ui.click(keepButton);
    await waitFor(() => expect(screen.queryByText('Deploy')).toBeNull());
    expect(kept).toEqual({ userId: me.id, tokenId: token.id });
    const next = within(screen.getByRole('list', { name: 'API tokens to review' })).getByRole('listitem');
    await waitFor(() => expect(next).toHaveFocus());
    expect(next).toHaveTextContent('Backup');
    await ui.keyboard('{Enter}');
    expect(keeps).toBe(1);
  });

  test('a token is kept after the new login that it requires', async () => {
    server.use(serve(token), mockCall(userSessionCalls.keepToken, errorResponse('FreshLoginRequired')));
    const portal = await visit('/security', me);
    await portal.ui.click(await screen.findByRole('button', { name: 'Keep Deploy' }));
    expect(await screen.findByText(/^Keeping a token requires a recent login/)).toBeVisible();
    await logInAgain(portal);
    server.use(
      mockCall(userSessionCalls.keepToken, () => {
        server.use(serve());
        return toReview([]);
      }),
    );
    await returnFromLogin(me);
    expect(await screen.findByText('Where you’re logged in')).toBeVisible();
    expect(await screen.findByText('No tokens are left to review.')).toBeVisible();
  });

  test('all listed tokens are revoked by one button, which says that there are more', async () => {
    const next = { ...token, id: ulid(), name: 'Hidden' };
    const tokens = [token, { ...token, id: ulid(), name: 'Backup' }];
    server.use(
      mockCall(userSessionCalls.listSessions, { sessions: [current], next: null, ...toReview(tokens, 1_003) }),
    );
    const { ui } = await visit('/security', me);
    expect(await screen.findByText(/^These are the newest 2 of 1003/)).toBeVisible();
    const revoked: unknown[] = [];
    server.use(
      mockCall(authTokenCalls.revokeAuthToken, ({ params }) => {
        revoked.push(params['tokenId']);
        if (revoked.length === tokens.length) server.use(serve(next));
        return { authToken: aToken({ revokedAt: '2026-01-03T00:00:00.000Z' }) };
      }),
    );
    await clickAndConfirm(ui, screen.getByRole('button', { name: 'Revoke these 2 tokens' }));
    expect(await screen.findByText('Hidden')).toBeVisible();
    expect(screen.getByText('2 tokens were revoked.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens to review' })).toHaveFocus());
    expect(revoked).toEqual(tokens.map(({ id }) => id));
  });
});

test('a list that cannot be loaded can be retried', async () => {
  server.use(mockCall(userSessionCalls.listSessions, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/security', aUser());
  expect(await screen.findByText('Your sessions could not be loaded')).toBeVisible();
  server.use(mockList(current));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Chrome on macOS')).toBeVisible();
});

test('a new user completes the profile first', async () => {
  await visit('/security', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.queryByText('Where you’re logged in')).toBeNull();
});

test('an ended session disappears before the list is loaded again', async () => {
  const { ui, items } = await open(current, phone, unknown);
  const gate = createGate();
  const list = { sessions: [current, phone, unknown], next: null, tokensToReview };
  server.use(
    mockCall(userSessionCalls.endSession, ended),
    mockCall(userSessionCalls.endOtherSessions, ended),
    mockCall(userSessionCalls.listSessions, list, gate.wait),
  );
  await clickAndConfirm(ui, await endButton('Safari on iPhone'));
  await waitFor(() => expect(items()).toHaveLength(2));
  const nextButton = await endButton('Unknown browser');
  await waitFor(() => expect(nextButton).toHaveFocus());
  await clickAndConfirm(ui, await screen.findByRole('button', { name: 'End all other sessions' }));
  await waitFor(() => expect(items()).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'End all other sessions' })).toHaveFocus();
});
