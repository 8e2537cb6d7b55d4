import { jest } from '@jest/globals';
import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken, type Member } from '@portal/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { createGate } from '../../../support/gate.ts';
import { paginatedHandler } from '../../../support/paginated-handler.ts';
import { pause } from '../../../support/pause.ts';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { removeMember } from '../../../support/open-settings.ts';
import { visit } from '../../../support/render-portal.tsx';
import { chooseAction } from '../../../support/row-menu.ts';
import { aTokenList } from '../../../support/token-list.ts';

const slow = { timeout: 60_000 };
jest.setTimeout(180_000);

const { listMembers } = memberCalls;
const { listAuthTokens } = authTokenCalls;

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const member = (name: string) => aMember({ email: `${name}@example.com` });
const [ann, bob, cleo] = [member('ann'), member('bob'), member('cleo')];
const few = [owner, ann, bob, cleo];

async function openMembers(rows: readonly Member[], size: number, later: () => Promise<unknown>, hash = '') {
  const workspace = aWorkspace();
  const before = (offset: number) => (offset > 0 ? later() : undefined);
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    paginatedHandler(listMembers, { rows, pageSize: size, beforePage: before }),
  );
  const portal = await visit(`/workspace/${workspace.id}${hash}`, aUser());
  await screen.findByText(owner.email, {}, slow);
  return { workspace, ...portal };
}

const roleOf = ({ email }: Member) => screen.getByLabelText(`Role of ${email}`);
// Read from the DOM directly: role and label queries over hundreds of rows are very slow.
const rowsIn = (table: Element | undefined = document.body) =>
  [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
const rowElements = () => [...document.querySelectorAll('tbody tr')];
const searchBox = () => document.querySelector('input[type=search]') as HTMLInputElement;
const search = (value: string) => fireEvent.change(searchBox(), { target: { value } });
const tableCalled = (name: string) =>
  [...document.querySelectorAll('table')].find(({ caption }) => caption?.textContent === name);

test('[issue.8.3] many members show at once, a hundred at a time, and all are searched once loaded', async () => {
  const restGate = createGate();
  const many = Array.from({ length: 150 }, (_, at) =>
    aMember({ email: `member-${String(at).padStart(3, '0')}@example.com` }),
  );
  const { ui } = await openMembers([owner, ...many], 130, restGate.wait);
  expect(rowsIn()).toHaveLength(100);
  expect(screen.queryByText(/^100 of/)).toBeNull();
  await ui.click(screen.getByText('Show 100 more'));
  expect(rowsIn()).toHaveLength(130);
  // The button disappeared: the focus is on the first row that it revealed.
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[100]), slow);
  search('R-149');
  await waitFor(() => expect(rowsIn().join('')).not.toContain('member-000'), slow);
  expect(screen.getByText('Loading...')).toBeVisible();
  expect(screen.queryByText(/No members match/)).toBeNull();
  expect(screen.queryByText(/found$/)).toBeNull();
  restGate.open();
  expect(await screen.findByText('member-149@example.com', {}, slow)).toBeVisible();
  expect(await screen.findByText('1 of 151 found', {}, slow)).toBeInTheDocument();
  expect(screen.queryByText('Loading...')).toBeNull();
  search('R-149x');
  expect(await screen.findByText('No members match “R-149x”', {}, slow)).toBeVisible();
  search('');
  expect(await screen.findByText('100 of 151', {}, slow)).toBeVisible();
  await ui.click(screen.getByText('Show 51 more'));
  expect(rowsIn()).toHaveLength(151);
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[100]), slow);
});

const linkedRows = () => [...document.querySelectorAll('[data-linked]')].map((row) => row.textContent);
const focusedText = () => document.activeElement?.textContent;

test('a link leads to a member on a later page', async () => {
  const restGate = createGate();
  const many = Array.from({ length: 150 }, (_, at) => member(`member-${String(at).padStart(3, '0')}`));
  await openMembers([owner, ...many], 130, restGate.wait, `#member-${many[140]?.userId}`);
  expect(linkedRows()).toEqual([]);
  restGate.open();
  await waitFor(() => expect(focusedText()).toContain('member-140@example.com'), slow);
  expect(linkedRows()).toEqual([expect.stringContaining('member-140@example.com')]);
  // All rows before it, too.
  expect(rowsIn()).toHaveLength(142);
});

test('a role change survives while the remaining members load', async () => {
  const restGate = createGate();
  const rows = [...few];
  const { ui } = await openMembers(rows, 2, restGate.wait);
  server.use(mockCall(memberCalls.changeMemberRole, () => (rows.splice(1, 1, { ...ann, role: 'APPROVER' }), rows)));
  await ui.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(roleOf(ann)).not.toHaveAttribute('aria-busy'), slow);
  restGate.open();
  expect(await screen.findByText(cleo.email, {}, slow)).toBeVisible();
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
});

test('a role change survives a refetch that started before it', async () => {
  const { ui, store, workspace } = await openMembers(few, 2, () => Promise.resolve());
  await screen.findByText(cleo.email, {}, slow);
  const [restGate, responseGate] = [createGate(), createGate()];
  let requestCount = 0;
  const before = (offset: number) => (offset > 0 ? ((requestCount += 1), restGate.wait()) : undefined);
  const rows = [...few, member('dora')];
  server.use(
    paginatedHandler(listMembers, { rows, pageSize: 3, beforePage: before }),
    mockCall(
      memberCalls.changeMemberRole,
      () => (rows.splice(1, 1, { ...ann, role: 'APPROVER' }), rows),
      responseGate.wait,
    ),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags([{ type: 'Member', id: workspace.id }])));
  await waitFor(() => expect(requestCount).toBe(1), slow);
  await ui.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(responseGate.arrivals).toBe(1), slow);
  restGate.open();
  expect(await screen.findByText('dora@example.com', {}, slow)).toBeVisible();
  responseGate.open();
  await waitFor(() => expect(roleOf(ann)).not.toHaveAttribute('aria-busy'), slow);
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
});

test('a member who is removed while the rest loads does not reappear, and no one else is lost', async () => {
  const restGate = createGate();
  const rows = [...few];
  const { ui } = await openMembers(rows, 2, restGate.wait);
  server.use(mockCall(memberCalls.removeMember, () => (rows.splice(1, 1), rows)));
  await removeMember(ui, 'ann@example.com');
  await waitFor(() => expect(screen.queryByText(ann.email)).toBeNull(), slow);
  restGate.open();
  expect(await screen.findByText(cleo.email, {}, slow)).toBeVisible();
  await waitFor(() => expect(rowsIn()).toHaveLength(3), slow);
  expect(screen.queryByText(ann.email)).toBeNull();
});

test('a member who is invited while the rest loads is listed once, with all the others', async () => {
  const restGate = createGate();
  const dora = aMember({ email: 'dora@example.com', pending: true });
  const rows = [...few];
  const { ui } = await openMembers(rows, 2, restGate.wait);
  server.use(mockCall(memberCalls.inviteMember, () => (rows.push(dora), rows)));
  await ui.type(screen.getByLabelText(/User Email/), 'dora@example.com{Enter}');
  await waitFor(() => expect(rowsIn()).toHaveLength(5), slow);
  restGate.open();
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull(), slow);
  await waitFor(() => expect(rowsIn()).toHaveLength(5), slow);
});

test('a failed page is ignored once another response returned all members', async () => {
  const restGate = createGate();
  const dora = aMember({ email: 'dora@example.com', pending: true });
  const later = () => restGate.wait().then(() => errorResponse('DatabaseUnavailable'));
  const { ui } = await openMembers(few, 2, later);
  const rows = [...few, dora];
  server.use(mockCall(memberCalls.inviteMember, rows), paginatedHandler(listMembers, { rows, pageSize: 2 }));
  await ui.type(screen.getByLabelText(/User Email/), 'dora@example.com{Enter}');
  await waitFor(() => expect(rowsIn()).toHaveLength(5), slow);
  restGate.open();
  await pause(350);
  await waitFor(() => expect(rowsIn()).toHaveLength(5), slow);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
});

test('an error below the members shows that the rest could not be loaded, and keeps the focus until all are loaded', async () => {
  const againGate = createGate();
  let requestCount = 0;
  const fail = async () => {
    if (requestCount++ > 0) await againGate.wait();
    return errorResponse('DatabaseUnavailable');
  };
  const { ui } = await openMembers(few, 2, fail);
  const title = await screen.findByText('The rest of the members could not be loaded', {}, slow);
  expect(rowElements().at(-1)?.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('Loading...')).toBeNull();
  const button = screen.getByText('Try again').closest('button') as HTMLButtonElement;
  await ui.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'), slow);
  againGate.open();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'), slow);
  expect(button).toHaveFocus();
  const offsets: number[] = [];
  server.use(
    paginatedHandler(listMembers, { rows: few, pageSize: 2, beforePage: (offset) => void offsets.push(offset) }),
  );
  skipDoubleClickGuard();
  await ui.click(button);
  expect(await screen.findByText(cleo.email, {}, slow)).toBeVisible();
  expect(offsets).toEqual([2]);
  expect(rowsIn()).toHaveLength(4);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[2]), slow);
});

interface Tokens {
  readonly rows: readonly AuthToken[];
  readonly size: number;
  readonly later?: () => Response | Promise<unknown>;
  readonly members?: Parameters<typeof server.use>[0];
  readonly hash?: string;
}

const toListBody = (authTokens: readonly AuthToken[]) => aTokenList(authTokens, { longestDays: 30 });

async function openTokens({ rows, size, later, members = mockCall(listMembers, few), hash = '' }: Tokens) {
  const workspace = aWorkspace({ displayName: 'Playground' });
  const before = (offset: number) => (offset > 0 ? later?.() : undefined);
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    members,
    paginatedHandler(listAuthTokens, { rows, pageSize: size, toBody: toListBody, beforePage: before }),
  );
  return visit(`/workspace/${workspace.id}/tokens${hash}`, aUser());
}

const active = () => rowsIn(tableCalled('Active Tokens'));
const inactive = () => rowsIn(tableCalled('Inactive Tokens'));
const named = (name: string, overrides: Partial<AuthToken> = {}) => aToken({ name, ...overrides });
const revoked = { revokedAt: '2026-01-02T00:00:00.000Z' };

test('[issue.8.3] tokens show from the first page; no empty state and no shift until all are loaded', async () => {
  const restGate = createGate();
  const rows = [named('first', revoked), named('second', revoked), named('third'), named('fourth', revoked)];
  const { ui } = await openTokens({ rows, size: 2, later: restGate.wait });
  await screen.findByText('Loading...', {}, slow);
  expect(screen.queryByText('No active tokens')).toBeNull();
  expect(tableCalled('Inactive Tokens')).toBeUndefined();
  restGate.open();
  expect(await screen.findByText('third', {}, slow)).toBeVisible();
  expect(active()).toHaveLength(1);
  expect(inactive()).toHaveLength(3);
  await ui.type(screen.getByLabelText(/Expiration/), '60d');
  expect(await screen.findByText('A token can be valid for at most 30 days.', {}, slow)).toBeVisible();
});

test('a link leads to a revoked token on a later page', async () => {
  const restGate = createGate();
  const rows = [named('first', revoked), named('second', revoked), named('third'), named('fourth', revoked)];
  await openTokens({ rows, size: 2, later: restGate.wait, hash: `#token-${rows[3]?.id}` });
  await screen.findByText('Loading...', {}, slow);
  expect(screen.queryByText(/no longer exists/)).toBeNull();
  restGate.open();
  await waitFor(() => expect(focusedText()).toContain('fourth'), slow);
  expect(linkedRows()).toEqual([expect.stringContaining('fourth')]);
});

test('a token that is created or revoked while the rest loads is listed once, in its new state', async () => {
  const restGate = createGate();
  const old = named('old');
  const created = named('new');
  const rows = [old, named('kept'), named('late')];
  const { ui } = await openTokens({ rows, size: 2, later: restGate.wait });
  await screen.findByText('old', {}, slow);
  server.use(
    mockCall(
      authTokenCalls.createAuthToken,
      () => (rows.unshift(created), { authToken: created, token: 'the-secret' }),
    ),
    mockCall(
      authTokenCalls.revokeAuthToken,
      () => (rows.splice(0, 1, { ...old, ...revoked }), { authToken: rows[0] ?? old }),
    ),
  );
  await chooseAction(ui, 'old', 'Revoke');
  await ui.click(await screen.findByRole('button', { name: 'Revoke token' }));
  await waitFor(() => expect(active()).toHaveLength(1), slow);
  await ui.type(screen.getByLabelText(/Token Name/), 'new');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await waitFor(() => expect(active()).toHaveLength(2), slow);
  restGate.open();
  await waitFor(() => expect(active()).toHaveLength(3), slow);
  expect(active().map((row) => /^(new|kept|late)/.exec(row)?.[0])).toEqual(['new', 'kept', 'late']);
  expect(inactive()).toHaveLength(1);
  expect(inactive()[0]).toContain('old');
});

test('tokens that were loaded show with the error, and a retry loads the rest', async () => {
  const rows = [named('first'), named('second'), named('third')];
  const { ui } = await openTokens({ rows, size: 2, later: () => errorResponse('DatabaseUnavailable') });
  for (const kind of ['active', 'inactive'])
    expect(await screen.findByText(`The rest of the ${kind} tokens could not be loaded`, {}, slow)).toBeVisible();
  expect(active()).toHaveLength(2);
  expect(screen.queryByText('Loading...')).toBeNull();
  const offsets: number[] = [];
  server.use(
    paginatedHandler(listAuthTokens, {
      rows,
      pageSize: 2,
      toBody: toListBody,
      beforePage: (offset) => void offsets.push(offset),
    }),
  );
  await ui.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('third', {}, slow)).toBeVisible();
  expect(offsets).toEqual([2]);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
});

test('the empty state does not cover tokens that could not be loaded', async () => {
  const rows = [named('first', revoked), named('second', revoked), named('third')];
  const { ui } = await openTokens({ rows, size: 2, later: () => errorResponse('DatabaseUnavailable') });
  expect(await screen.findByText('No matches in the tokens loaded so far.', {}, slow)).toBeVisible();
  expect(screen.queryByText('No active tokens')).toBeNull();
  expect(inactive()).toHaveLength(2);
  server.use(paginatedHandler(listAuthTokens, { rows, pageSize: 2, toBody: toListBody }));
  await ui.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('third', {}, slow)).toBeVisible();
});

test('no creator is shown as a former member before all members are loaded', async () => {
  const restGate = createGate();
  const before = (offset: number) => (offset > 0 ? restGate.wait() : undefined);
  await openTokens({
    rows: [cleo, aMember()].map(({ userId }) => aToken({ creatorUserId: userId })),
    size: 2,
    members: paginatedHandler(listMembers, { rows: few, pageSize: 2, beforePage: before }),
  });
  await waitFor(() => expect(restGate.arrivals).toBe(1), slow);
  expect(active().join('')).not.toContain('by ');
  restGate.open();
  expect(await screen.findByText('by cleo@example.com', {}, slow)).toBeVisible();
  expect(screen.getByText('by a former member')).toBeVisible();
});

test('a long token list can be searched by name, active and inactive', async () => {
  const many = Array.from({ length: 130 }, (_, n) => named(`Robot ${1000 + n}`, n % 2 ? revoked : {}));
  await openTokens({ rows: [...many, aToken({ name: null })], size: 500 });
  await screen.findByText('Robot 1000', {}, slow);
  search(' rOBOT 112');
  await waitFor(() => expect(active()).toHaveLength(5), slow);
  expect(inactive()).toHaveLength(5);
  expect(screen.getByText('10 of 131 found')).toBeInTheDocument();
  search('unnamed');
  expect(await screen.findByText('No inactive tokens match “unnamed”', {}, slow)).toBeVisible();
  expect(active()).toHaveLength(1);
  search('unnamed robot');
  expect(await screen.findByText('No active tokens match “unnamed robot”', {}, slow)).toBeVisible();
  expect(screen.queryByText('No active tokens')).toBeNull();
  search('');
  expect(await screen.findByText('Robot 1000', {}, slow)).toBeVisible();
});

test('tokens are found without accents', async () => {
  const many = Array.from({ length: 21 }, (_, n) => named(`Robot ${n}`));
  await openTokens({ rows: [...many, named('Déploiement Łódź')], size: 500 });
  await screen.findByText('Robot 1', {}, slow);
  search('deploiement lodz');
  await waitFor(() => expect(active()).toHaveLength(1), slow);
});

test('a short token list has no search', async () => {
  await openTokens({ rows: Array.from({ length: 20 }, (_, n) => named(`Robot ${n}`)), size: 500 });
  await screen.findByText('Robot 0', {}, slow);
  expect(searchBox()).toBeNull();
});

test.each(['jose', 'LUKASZ', 'istanbul', 'nguyen', 'Nguyễn'.normalize('NFD'), 'россия'])(
  'members are found without accents, and by the domain that they see: %s',
  async (text) => {
    const names = ['José', 'Łukasz', 'İstanbul', 'Nguyễn'.normalize('NFC')];
    const named = names.map((nickname, at) => aMember({ nickname, email: `named-${at}@example.com` }));
    const russian = aMember({ email: 'named-4@xn--h1alffa9f.xn--p1ai' });
    const others = Array.from({ length: 20 }, (_, at) =>
      aMember({ nickname: 'Grace', email: `other-${at}@example.com` }),
    );
    await openMembers([owner, ...named, russian, ...others], 130, () => Promise.resolve());
    search(text);
    await waitFor(() => expect(rowsIn()).toHaveLength(1), slow);
    expect(rowsIn().join('')).toMatch(text === 'россия' ? 'named-4@россия.рф' : /named-[0-3]@example.com/);
  },
);
