import { jest } from '@jest/globals';
import {
  accountCalls,
  credentialCalls,
  legalCalls,
  sessionCalls,
  type AccountDeletion,
  type User,
} from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { errorResponse, mockCall, server } from '../support/api-server.ts';
import { findA11yViolations } from '../support/find-a11y-violations.ts';
import { anAccountDeletion, aUser, anOwnCredentialSummary, someLegalDocuments } from '@portal/contract/fixtures';
import { returnFromLogin, visit } from '../support/render-portal.tsx';

const requestedAt = '2026-11-25T10:00:00.000Z';
const dueAt = '2099-12-09T10:00:00.000Z';
const pending = { requestedAt, dueAt };
const staging = { kind: 'ownedWorkspace', workspaceId: ulid(), displayName: 'Staging', memberCount: 3 } as const;
const invoice = { kind: 'unpaidInvoice', amount: 4_900, currency: 'usd', url: 'http://api.test/portal' } as const;

beforeEach(() => sessionStorage.clear());

/** An API whose user can request and cancel the deletion. */
async function open(initial: Partial<AccountDeletion> = {}, path = '/profile/account', user: User = aUser()) {
  let deletion = anAccountDeletion(initial);
  const params: unknown[] = [];
  const change = (times: Pick<AccountDeletion, 'requestedAt' | 'dueAt'>) => {
    deletion = { ...deletion, ...times };
    return deletion;
  };
  const whoami = () => ({ user: { ...user, deletionDueAt: deletion.dueAt } });
  server.use(
    mockCall(accountCalls.getAccountDeletion, () => deletion),
    mockCall(accountCalls.requestAccountDeletion, (received) => {
      params.push(received.params);
      return change(pending);
    }),
    mockCall(accountCalls.cancelAccountDeletion, (received) => {
      params.push(received.params);
      return change({ requestedAt: null, dueAt: null });
    }),
  );
  const portal = await visit(path, whoami().user);
  server.use(mockCall(sessionCalls.whoami, whoami));
  return { ...portal, user, params };
}

/** Sets what the section shows. */
const serve = (deletion: Partial<AccountDeletion>) =>
  server.use(mockCall(accountCalls.getAccountDeletion, anAccountDeletion(deletion)));

const deleteButton = () => screen.findByRole('button', { name: 'Delete account...' });

async function confirm(ui: Awaited<ReturnType<typeof visit>>['ui'], email: string) {
  await ui.click(await deleteButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  await ui.type(dialog.getByLabelText('Type your email address to confirm'), email);
  await ui.click(dialog.getByRole('button', { name: 'Delete account' }));
  return dialog;
}

test('the dialog lists the tokens that stop, those of own service accounts, and those that keep working', async () => {
  const token = (name: string, principalName: string) => ({ id: ulid(), name, principalName, lastUsedAt: null });
  server.use(
    mockCall(
      credentialCalls.getOwnCredentials,
      anOwnCredentialSummary({
        authTokens: [token('Deploy', 'ann')],
        authTokenCount: 1,
        ownedAuthTokens: [token('Release', 'Pipeline')],
        ownedAuthTokenCount: 1,
        remainingAuthTokens: [token('Backup', 'Nightly')],
        remainingAuthTokenCount: 1,
        invitations: [{ id: ulid(), email: 'new@example.com', role: 'EDITOR', workspaceName: 'Staging' }],
        invitationCount: 1,
        ownershipOfferCount: 2,
      }),
    ),
  );
  const { ui } = await open();
  await ui.click(await deleteButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  const list = async (name: string) => within(await dialog.findByRole('region', { name }));
  const ending = await list('API tokens that stop working');
  expect(ending.getByText('Deploy')).toBeVisible();
  expect(ending.getByText(/need a token of a service account/)).toBeVisible();
  expect(
    (await list('API tokens of service accounts that stop working')).getByText('Release as Pipeline'),
  ).toBeVisible();
  const remaining = await list('API tokens of service accounts that keep working');
  expect(remaining.getByText('Backup as Nightly')).toBeVisible();
  expect(remaining.getByText(/^You created them, and may still have their secrets/)).toBeVisible();
  const invitations = await list('Your invitations to workspaces owned by others that are cancelled');
  expect(invitations.getByText('new@example.com in Staging')).toBeVisible();
  expect(dialog.getByText('2 offers to make you the owner of a workspace end.')).toBeVisible();
});

test('what prevents the deletion is listed first, each with a link that resolves it', async () => {
  serve({ blockers: [staging, { ...staging, workspaceId: ulid(), displayName: 'Ours', memberCount: 1 }, invoice] });
  await visit('/profile/account', aUser());
  const list = within(await screen.findByRole('region', { name: 'Before you can delete your account:' }));
  const [first, second, third] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent('You own Staging, which has 3 other members.');
  expect(second).toHaveTextContent('You own Ours, which has 1 other member.');
  expect(third).toHaveTextContent('You have not paid an invoice of $49.00.');
  const href = (name: string) => list.getByRole('link', { name }).getAttribute('href');
  expect(href('Transfer ownership of Staging')).toBe(`/workspace/${staging.workspaceId}#transfer-ownership`);
  expect(href('Delete workspace Staging')).toBe(`/workspace/${staging.workspaceId}#delete-workspace`);
  expect(href('Pay the invoice (opens in a new tab)')).toBe('http://api.test/portal');
  expect(await deleteButton()).toHaveAttribute('aria-disabled', 'true');
  expect(await findA11yViolations()).toEqual([]);
});

test.each([
  [{ ...invoice, amount: 4_900, currency: 'jpy' }, '¥4,900'],
  [{ ...invoice, amount: 49_000, currency: 'isk' }, 'ISK 490'],
  [{ ...invoice, amount: 49_000, currency: 'ugx' }, 'UGX 490'],
  [{ ...invoice, amount: null, currency: null, url: null }, 'an invoice.'],
])('an unpaid invoice shows what is known of it', async (blocker, text) => {
  serve({ blockers: [blocker] });
  await visit('/profile/account', aUser());
  const list = within(await screen.findByRole('region', { name: 'Before you can delete your account:' }));
  expect(list.getByRole('listitem')).toHaveTextContent(text);
  expect(list.queryAllByRole('link')).toHaveLength(blocker.url === null ? 0 : 1);
});

test('the dialog says what happens and asks for the email address; then the deletion is pending', async () => {
  const { ui, user, params } = await open({
    workspaces: [
      { workspaceId: ulid(), displayName: 'Playground' },
      { workspaceId: ulid(), displayName: 'Sandbox' },
    ],
  });
  await ui.click(await deleteButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  const workspaces = within(dialog.getByRole('list', { name: 'Workspaces that are deleted' }));
  expect(workspaces.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Playground', 'Sandbox']);
  for (const text of [
    /^Your account stays active for 14 days/,
    /Open invitations to them are cancelled/,
    /Billing:/,
    /Tokens:/,
    /Your data:/,
  ]) {
    expect(dialog.getByText(text)).toBeVisible();
  }
  const email = dialog.getByLabelText('Type your email address to confirm');
  await waitFor(() => expect(email).toHaveFocus());
  const submit = dialog.getByRole('button', { name: 'Delete account' });
  expect(submit).toHaveAttribute('aria-disabled', 'true');
  await ui.type(email, 'other@example.com{Enter}');
  expect(dialog.getByText('The text does not match')).toBeVisible();
  expect(params).toEqual([]);
  expect(await findA11yViolations()).toEqual([]);
  await ui.clear(email);
  await ui.type(email, ` ${user.email.toUpperCase()} `);
  await ui.click(submit);
  expect(await screen.findByText(/^Your account will be deleted on/, { selector: 'p' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(params).toEqual([{ userId: user.id }]);
  expect(screen.queryByRole('button', { name: 'Delete account...' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  expect(await findA11yViolations()).toEqual([]);
});

test('long lists of workspaces are truncated, and an unverified address is promised no email', async () => {
  const workspaces = Array.from({ length: 12 }, (_, index) => ({ workspaceId: ulid(), displayName: `No. ${index}` }));
  const { ui, user } = await open({ workspaces }, '/profile/account', aUser({ emailVerified: false }));
  await ui.click(await deleteButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  const items = within(dialog.getByRole('list', { name: 'Workspaces that are deleted' })).getAllByRole('listitem');
  expect(items).toHaveLength(11);
  expect(items.at(-1)).toHaveTextContent('and 2 more');
  expect(dialog.queryByText(/link we email/)).toBeNull();
  await ui.type(dialog.getByLabelText('Type your email address to confirm'), user.email);
  await ui.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText(/^Your account will be deleted on/, { selector: 'p' })).not.toHaveTextContent('link');
});

const kept = 'Your account is kept. The deletion is cancelled.';

test('the section of a pending deletion keeps the account', async () => {
  const { ui, user, params } = await open(pending);
  const section = (await screen.findByRole('heading', { name: 'Delete your account' })).closest('section');
  if (!section) throw new Error('The section is missing');
  await ui.click(await within(section).findByRole('button', { name: 'Keep my account' }));
  expect(await deleteButton()).toBeVisible();
  expect(params).toEqual([{ userId: user.id }]);
  await waitFor(() => expect(screen.queryByText(/^Your account will be deleted on/)).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Delete your account' })).toHaveFocus());
  expect(screen.getByRole('group', { name: 'Account' })).toHaveTextContent(kept);
});

test('a pending deletion that will be blocked says what to do about it', async () => {
  await open({ ...pending, blockers: [staging] });
  const list = await screen.findByRole('region', { name: /^We cancel the deletion on that day, unless/ });
  expect(within(list).getByRole('link', { name: 'Transfer ownership of Staging' })).toBeVisible();
  expect(await findA11yViolations()).toEqual([]);
});

test('a banner on every page says when the account is deleted, and keeps it', async () => {
  const { ui, router, params, user } = await open(pending, '/no/such/page');
  const banner = await screen.findByText(/^Your account will be deleted on December \d+, 2099\.$/);
  expect(banner).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what will be deleted' })).toHaveAttribute('href', '/profile/account');
  server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
  await act(() => router.navigate('/legal'));
  expect(await screen.findByRole('heading', { name: 'Legal' })).toBeVisible();
  expect(screen.getByText(/^Your account will be deleted on/)).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(screen.queryByText(/^Your account will be deleted on/)).toBeNull());
  expect(params).toEqual([{ userId: user.id }]);
  // Shown, and announced to screen readers.
  expect(screen.getByRole('group', { name: 'Account' })).toHaveTextContent(kept);
  expect(screen.getByText(kept, { selector: '[role=status] *' })).toBeInTheDocument();
  await ui.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(kept)).toBeNull();
});

test('the banner shows why the deletion was not cancelled, and can be used again', async () => {
  const { ui } = await open(pending, '/no/such/page');
  const keep = await screen.findByRole('button', { name: 'Keep my account' });
  server.use(mockCall(accountCalls.cancelAccountDeletion, errorResponse('DatabaseUnavailable')));
  await ui.click(keep);
  expect(await screen.findByText('The deletion was not cancelled')).toBeVisible();
  expect(keep).not.toHaveAttribute('aria-disabled', 'true');
});

test('without a recent login the dialog asks for one, and opens again after it', async () => {
  const { ui, user, externalUrls } = await open();
  server.use(mockCall(accountCalls.requestAccountDeletion, errorResponse('FreshLoginRequired')));
  const shown = jest.spyOn(Element.prototype, 'scrollIntoView');
  const dialog = await confirm(ui, user.email);
  const logIn = await dialog.findByRole('button', { name: 'Log in again' });
  expect(shown.mock.contexts.some((element) => element instanceof Element && element.contains(logIn))).toBe(true);
  shown.mockRestore();
  await ui.click(logIn);
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toContain('/profile/account');
  await returnFromLogin(user);
  const reopened = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(reopened.getByLabelText('Type your email address to confirm')).toHaveValue(user.email);
});

test('what has come up since the page was opened is listed instead of the dialog', async () => {
  const { ui, user } = await open();
  await deleteButton();
  server.use(mockCall(accountCalls.requestAccountDeletion, errorResponse('AccountDeletionBlocked')));
  serve({ blockers: [staging] });
  await confirm(ui, user.email);
  expect(await screen.findByText(/^You own/)).toHaveTextContent('You own Staging');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a section that cannot be loaded can be retried', async () => {
  server.use(mockCall(accountCalls.getAccountDeletion, errorResponse('DatabaseUnavailable')));
  const { ui } = await visit('/profile/account', aUser());
  expect(await screen.findByText('We couldn’t check whether a deletion is scheduled')).toBeVisible();
  serve({});
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await deleteButton()).toBeVisible();
});

test('a new user completes the profile first', async () => {
  await visit('/profile/account', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Delete your account' })).toBeNull();
});

test('a suspended user deletes the account on the notice, and asks support about workspaces', async () => {
  const suspended = aUser({ suspendedAt: requestedAt, emailVerified: false });
  serve({ blockers: [staging] });
  await visit('/suspension-notice', suspended);
  const list = within(await screen.findByRole('region', { name: 'Before you can delete your account:' }));
  expect(list.getByText(/to transfer ownership or delete the workspace while your account is paused/)).toBeVisible();
  expect(list.queryByRole('link', { name: /Staging/ })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Download your data' })).toBeVisible();
  cleanup();
  const { ui, params } = await open({}, '/suspension-notice', suspended);
  await confirm(ui, suspended.email);
  expect(await screen.findByText(/^Your account will be deleted on/, { selector: 'p' })).toBeVisible();
  expect(params).toEqual([{ userId: suspended.id }]);
});

test('a quarantined user sees the date, and cannot keep the account here', async () => {
  await visit('/quarantine-notice', aUser({ quarantinedAt: requestedAt, deletionDueAt: dueAt }));
  expect(
    await screen.findByText(/^Your account is set to be deleted on .*\. Deletion waits while it is paused\.$/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
});

test.each([
  ['is over says that the deletion was due', '2026-01-01T00:00:00.000Z', 'You are logged out'],
  ['is still running says that the session ended', dueAt, 'Your session has ended'],
])('a session that ends when the time to cancel %s', async (_title, deletionDueAt, name) => {
  const { ui, externalUrls } = await visit('/no/such/page', aUser({ deletionDueAt }));
  server.use(mockCall(accountCalls.cancelAccountDeletion, errorResponse('NotSignedIn')));
  await ui.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('dialog', { name })).toBeVisible();
  if (name !== 'You are logged out') return;
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(screen.getByRole('button', { name: 'Go to the login' }));
  expect(externalUrls).toEqual(['/login']);
});
