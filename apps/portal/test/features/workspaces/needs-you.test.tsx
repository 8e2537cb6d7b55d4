import {
  accountCalls,
  attentionCalls,
  billingCalls,
  sessionCalls,
  workspaceCalls,
  type Attention,
} from '@portal/contract';
import {
  anAccountDeletion,
  anAttention,
  anEndingToken,
  anInvoice,
  anOwnershipOffer,
  aSubscription,
  aUser,
  aWorkspace,
  myInvitation,
} from '@portal/contract/fixtures';
import { act, screen, waitFor, within } from '@testing-library/react';
import { billingApi } from '../../../src/api/billing.api.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { createGate } from '../../support/gate.ts';
import { visit } from '../../support/render-portal.tsx';

const { from } = anOwnershipOffer();
const offer = {
  workspaceId: aWorkspace().id,
  workspaceName: 'Playground',
  from,
  expiresAt: '2099-01-08T00:00:00.000Z',
};
const failed = anInvoice({ status: 'failed', due: 4_900, paidAt: null });
const pastDue = aSubscription({ state: 'pastDue', exceededFreeTier: true });

const staging = aWorkspace({ displayName: 'Staging' });

/** Opens the list. The single calls must not be needed. */
async function open(attention: Partial<Attention>, user = aUser()) {
  const requests: string[] = [];
  server.events.on('request:start', ({ request }) => void requests.push(new URL(request.url).pathname));
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [staging]),
    mockCall(attentionCalls.getAttention, anAttention(attention)),
  );
  const page = await visit('/workspaces', user);
  expect(await screen.findByRole('link', { name: 'Staging' })).toBeVisible();
  return { ...page, user, requests };
}
afterEach(() => server.events.removeAllListeners());

const list = () => within(screen.getByRole('list', { name: 'Needs you' }));
const rows = () => list().getAllByRole('listitem');

test('nothing is shown if nothing waits, and one request besides the list has all of it', async () => {
  const { requests } = await open({});
  expect(screen.queryByText('Needs you')).toBeNull();
  expect(await screen.findByText('FREE SUBSCRIPTION')).toBeVisible();
  expect(requests.filter((path) => !path.endsWith('/featureFlags')).toSorted()).toEqual([
    '/attention',
    '/whoami',
    '/workspaces',
  ]);
});

test('the most urgent is first, the count has all, and more than four are shown on request', async () => {
  const { ui } = await open(
    {
      invitations: [myInvitation()],
      ownershipOffers: [offer],
      endingTokens: [anEndingToken({ name: 'deploy', serviceAccountName: 'CI' })],
      activeSubscription: pastDue,
      unpaidInvoice: failed,
    },
    aUser({ deletionDueAt: '2099-12-01T00:00:00.000Z' }),
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Needs you 5' })).toBeVisible();
  expect(rows()).toHaveLength(4);
  await ui.click(screen.getByRole('button', { name: 'Show all 5' }));
  const texts = rows().map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Your account will be deleted on (Nov|Dec)ember \d+, 2099\./),
    expect.stringMatching(/^Your last payment failed\..*\$49\.00 of the invoice of November 21, 2026/),
    expect.stringMatching(/^olga \(olga@example.com\) wants to make you the owner of Playground\./),
    expect.stringMatching(/^The API token deploy in Compilers expires in 4 days\.It acts as the service account CI\./),
    expect.stringMatching(/Compilers.*invites you to join as Approver\./),
  ]);
  await waitFor(() => expect(rows().at(-1)).toHaveFocus());
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  expect(await findA11yViolations()).toEqual([]);
});

test('each row has its action', async () => {
  const token = anEndingToken({ name: 'deploy' });
  await open({ ownershipOffers: [offer], endingTokens: [token], activeSubscription: pastDue, unpaidInvoice: failed });
  expect(list().getByRole('link', { name: /^Pay \$49\.00/ })).toHaveAttribute('href', failed.paymentUrl);
  expect(list().getByRole('link', { name: 'Check payment details' })).toHaveAttribute('href', '/billing');
  expect(list().getByRole('link', { name: 'Review offer for Playground' })).toHaveAttribute(
    'href',
    `/workspace/${offer.workspaceId}`,
  );
  expect(list().getByRole('link', { name: 'Rotate token deploy' })).toHaveAttribute(
    'href',
    `/workspace/${token.workspaceId}/tokens#token-${token.id}`,
  );
});

test('a failed payment says when the card is charged again', async () => {
  const unpaidInvoice = { ...failed, nextAttemptAt: '2099-12-02T12:00:00.000Z' };
  await open({ activeSubscription: pastDue, unpaidInvoice });
  expect(list().getByText(/We will charge the card again on December 2, 2099\./)).toBeVisible();
});

test('an invoice that is open and not overdue does not wait for the user', async () => {
  await open({ unpaidInvoice: anInvoice({ status: 'open', due: 4_900 }) });
  expect(screen.queryByText('Needs you')).toBeNull();
});

test('a failed payment is gone once the user has paid it and returns', async () => {
  await open({ activeSubscription: pastDue, unpaidInvoice: failed });
  server.use(mockCall(attentionCalls.getAttention, anAttention()));
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(screen.queryByText('Needs you')).toBeNull());
  expect(screen.getByText('FREE SUBSCRIPTION')).toBeVisible();
});

test('a pending deletion is in the list instead of the banner, and can be cancelled there', async () => {
  const { ui, user } = await open({}, aUser({ deletionDueAt: '2099-12-01T00:00:00.000Z' }));
  expect(screen.getAllByText(/^Your account will be deleted on/)).toHaveLength(1);
  server.use(mockCall(accountCalls.cancelAccountDeletion, errorResponse('DatabaseUnavailable')));
  await ui.click(list().getByRole('button', { name: 'Keep my account' }));
  expect(await list().findByText('The deletion was not cancelled')).toBeVisible();
  server.use(
    mockCall(accountCalls.cancelAccountDeletion, anAccountDeletion()),
    mockCall(sessionCalls.whoami, { user: { ...user, deletionDueAt: null } }),
  );
  skipDoubleClickGuard();
  await ui.click(list().getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(screen.queryByText('Needs you')).toBeNull());
  expect(screen.getByRole('group', { name: 'Account' })).toHaveTextContent('Your account is kept.');
});

test('tokens that are not listed are counted', async () => {
  await open({ endingTokens: [anEndingToken()], endingTokenCount: 3 });
  expect(screen.getByRole('heading', { level: 2, name: 'Needs you 3' })).toBeVisible();
  expect(list().getByText('2 more API tokens expire within seven days.')).toBeVisible();
});

test('without the call, the page sends those of its parts', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [staging]),
    mockCall(attentionCalls.getAttention, errorResponse('NotFound')),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: pastDue }),
  );
  await visit('/workspaces', aUser());
  expect(await screen.findByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Check payment details' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
});

test('a response that is older than that of a single call does not replace it', async () => {
  const gate = createGate();
  const { store, user } = await open({ activeSubscription: pastDue, unpaidInvoice: failed });
  server.use(
    mockCall(attentionCalls.getAttention, anAttention({ activeSubscription: pastDue }), gate.wait),
    mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription({ planCode: 'si_internal' }) }),
  );
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  const { initiate } = billingApi.endpoints.getActiveSubscription;
  await act(() => store.dispatch(initiate({ params: { userId: user.id } }, { subscribe: false, forceRefetch: true })));
  gate.open();
  await waitFor(() => expect(screen.queryByText('Needs you')).toBeNull());
  expect(screen.getByText('SI INTERNAL')).toBeVisible();
});

test('a card or row of a workspace says when an API token ends, instead of what it is', async () => {
  const [later, first] = ['2099-02-08', '2099-01-08'].map((day) =>
    anEndingToken({ workspaceId: staging.id, expiresAt: `${day}T12:00:00.000Z` }),
  );
  if (!first || !later) throw new Error('No tokens');
  const { ui } = await open({ endingTokens: [first, later], endingTokenCount: 2 });
  const text = 'An API token ends January 8, 2099';
  expect(screen.getByRole('article')).toHaveTextContent(text);
  expect(screen.getByRole('article')).not.toHaveTextContent('Created');
  await ui.click(screen.getByRole('button', { name: 'Show as rows' }));
  await waitFor(() => expect(document.querySelector('.workspace-row')).toHaveTextContent(text));
  window.localStorage.removeItem('SI:WORKSPACE-LAYOUT');
});
