import { jest } from '@jest/globals';
import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken, type Member } from '@portal/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { inPages } from './support/in-pages.ts';
import { pause } from './support/pause.ts';
import { aMember, aToken, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const patience = { timeout: 60_000 };
jest.setTimeout(180_000);

const { listMembers } = memberCalls;
const { listAuthTokens } = authTokenCalls;

const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const member = (name: string) => aMember({ email: `${name}@example.com` });
const [ann, bob, cleo] = [member('ann'), member('bob'), member('cleo')];
const few = [owner, ann, bob, cleo];

async function openMembers(rows: readonly Member[], size: number, later: () => Promise<unknown>) {
  const workspace = aWorkspace();
  const before = (begin: number) => (begin > 0 ? later() : undefined);
  server.use(on(workspaceCalls.getWorkspace, workspace), inPages(listMembers, { rows, size, before }));
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(owner.email, {}, patience);
  return { workspace, ...portal };
}

const roleOf = ({ email }: Member) => screen.getByLabelText(`Role of ${email}`);
// By the document itself: to look for a role or a label among hundreds of rows takes longer than all that is tested.
const rowsIn = (table: Element | undefined = document.body) =>
  [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
const rowElements = () => [...document.querySelectorAll('tbody tr')];
const searchBox = () => document.querySelector('input[type=search]') as HTMLInputElement;
const search = (value: string) => fireEvent.change(searchBox(), { target: { value } });
const tableCalled = (name: string) =>
  [...document.querySelectorAll('table')].find(({ caption }) => caption?.textContent === name);

test('[issue.8.3] of many members the first show at once, a hundred at a time, and all are searched in the end', async () => {
  const rest = aGate();
  const many = Array.from({ length: 150 }, (_, at) =>
    aMember({ email: `member-${String(at).padStart(3, '0')}@example.com` }),
  );
  const { person } = await openMembers([owner, ...many], 130, rest.wait);
  expect(rowsIn()).toHaveLength(100);
  expect(screen.queryByText(/^100 of/)).toBeNull();
  await person.click(screen.getByText('Show 100 more'));
  expect(rowsIn()).toHaveLength(130);
  // The button went away: whoever goes by the keyboard is at the first of what it showed.
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[100]), patience);
  search('R-149');
  await waitFor(() => expect(rowsIn().join('')).not.toContain('member-000'), patience);
  expect(screen.getByText('Loading...')).toBeVisible();
  expect(screen.queryByText(/No member’s address/)).toBeNull();
  expect(screen.queryByText(/found$/)).toBeNull();
  rest.open();
  expect(await screen.findByText('member-149@example.com', {}, patience)).toBeVisible();
  expect(await screen.findByText('1 of 151 found', {}, patience)).toBeInTheDocument();
  expect(screen.queryByText('Loading...')).toBeNull();
  search('R-149x');
  expect(await screen.findByText('No member’s address has “R-149x” in it.', {}, patience)).toBeVisible();
  search('');
  expect(await screen.findByText('100 of 151', {}, patience)).toBeVisible();
  await person.click(screen.getByText('Show 51 more'));
  expect(rowsIn()).toHaveLength(151);
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[100]), patience);
});

test('a role that is changed while the rest of the members is on its way stays changed', async () => {
  const rest = aGate();
  const rows = [...few];
  const { person } = await openMembers(rows, 2, rest.wait);
  server.use(on(memberCalls.changeMemberRole, () => (rows.splice(1, 1, { ...ann, role: 'APPROVER' }), rows)));
  await person.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(roleOf(ann)).not.toHaveAttribute('aria-busy'), patience);
  rest.open();
  expect(await screen.findByText(cleo.email, {}, patience)).toBeVisible();
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
});

test('a role that is changed while the members are read anew stays changed, though they were read before it', async () => {
  const { person, store, workspace } = await openMembers(few, 2, () => Promise.resolve());
  await screen.findByText(cleo.email, {}, patience);
  const [rest, answer] = [aGate(), aGate()];
  let reads = 0;
  const before = (begin: number) => (begin > 0 ? ((reads += 1), rest.wait()) : undefined);
  const rows = [...few, member('dora')];
  server.use(
    inPages(listMembers, { rows, size: 3, before }),
    on(memberCalls.changeMemberRole, () => (rows.splice(1, 1, { ...ann, role: 'APPROVER' }), rows), answer.wait),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags([{ type: 'Member', id: workspace.id }])));
  await waitFor(() => expect(reads).toBe(1), patience);
  await person.selectOptions(roleOf(ann), 'Approver');
  await waitFor(() => expect(answer.came).toBe(1), patience);
  rest.open();
  expect(await screen.findByText('dora@example.com', {}, patience)).toBeVisible();
  answer.open();
  await waitFor(() => expect(roleOf(ann)).not.toHaveAttribute('aria-busy'), patience);
  expect(roleOf(ann)).toHaveDisplayValue('Approver');
});

test('somebody who is removed while the rest is on its way does not come back, and nobody else is lost', async () => {
  const rest = aGate();
  const rows = [...few];
  const { person } = await openMembers(rows, 2, rest.wait);
  server.use(on(memberCalls.removeMember, () => (rows.splice(1, 1), rows)));
  const button = screen.getByRole('button', { name: 'Remove ann@example.com' });
  await person.click(button);
  pastDoubleClick();
  await person.click(button);
  await waitFor(() => expect(screen.queryByText(ann.email)).toBeNull(), patience);
  rest.open();
  expect(await screen.findByText(cleo.email, {}, patience)).toBeVisible();
  await waitFor(() => expect(rowsIn()).toHaveLength(3), patience);
  expect(screen.queryByText(ann.email)).toBeNull();
});

test('whoever is invited while the rest is on its way is listed once, with all the others', async () => {
  const rest = aGate();
  const dora = aMember({ email: 'dora@example.com', pending: true });
  const rows = [...few];
  const { person } = await openMembers(rows, 2, rest.wait);
  server.use(on(memberCalls.inviteMember, () => (rows.push(dora), rows)));
  await person.type(screen.getByLabelText(/User Email/), 'dora@example.com{Enter}');
  await waitFor(() => expect(rowsIn()).toHaveLength(5), patience);
  rest.open();
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull(), patience);
  await waitFor(() => expect(rowsIn()).toHaveLength(5), patience);
});

test('a page that fails once all came by another way is not missed', async () => {
  const rest = aGate();
  const dora = aMember({ email: 'dora@example.com', pending: true });
  const later = () => rest.wait().then(() => refusal('DatabaseUnavailable'));
  const { person } = await openMembers(few, 2, later);
  const rows = [...few, dora];
  server.use(on(memberCalls.inviteMember, rows), inPages(listMembers, { rows, size: 2 }));
  await person.type(screen.getByLabelText(/User Email/), 'dora@example.com{Enter}');
  await waitFor(() => expect(rowsIn()).toHaveLength(5), patience);
  rest.open();
  await pause(350);
  await waitFor(() => expect(rowsIn()).toHaveLength(5), patience);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
});

test('members whose rest can’t be loaded say so at their end, where the focus stays until they are all there', async () => {
  const again = aGate();
  let tries = 0;
  const refuse = async () => {
    if (tries++ > 0) await again.wait();
    return refusal('DatabaseUnavailable');
  };
  const { person } = await openMembers(few, 2, refuse);
  const title = await screen.findByText('The rest of the members could not be loaded', {}, patience);
  expect(rowElements().at(-1)?.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('Loading...')).toBeNull();
  const button = screen.getByText('Try again').closest('button') as HTMLButtonElement;
  await person.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'), patience);
  again.open();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'), patience);
  expect(button).toHaveFocus();
  const begins: number[] = [];
  server.use(inPages(listMembers, { rows: few, size: 2, before: (begin) => void begins.push(begin) }));
  pastDoubleClick();
  await person.click(button);
  expect(await screen.findByText(cleo.email, {}, patience)).toBeVisible();
  expect(begins).toEqual([2]);
  expect(rowsIn()).toHaveLength(4);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(rowElements()[2]), patience);
});

interface Tokens {
  readonly rows: readonly AuthToken[];
  readonly size: number;
  readonly later?: () => Response | Promise<unknown>;
  readonly members?: Parameters<typeof server.use>[0];
}

const answerOf = (authTokens: readonly AuthToken[]) => ({ authTokens, longestDays: 30 });

async function openTokens({ rows, size, later, members = on(listMembers, few) }: Tokens) {
  const workspace = aWorkspace({ displayName: 'Playground' });
  const before = (begin: number) => (begin > 0 ? later?.() : undefined);
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    members,
    inPages(listAuthTokens, { rows, size, answerOf, before }),
  );
  return visit(`/workspace/${workspace.id}/tokens`, aUser());
}

const active = () => rowsIn(tableCalled('Active Tokens'));
const inactive = () => rowsIn(tableCalled('Inactive Tokens'));
const named = (name: string, given: Partial<AuthToken> = {}) => aToken({ name, ...given });
const gone = { revokedAt: '2026-01-02T00:00:00.000Z' };

test('[issue.8.3] tokens show from the first page on; none is said not to be, and nothing moves, before all are here', async () => {
  const rest = aGate();
  const rows = [named('first', gone), named('second', gone), named('third'), named('fourth', gone)];
  const { person } = await openTokens({ rows, size: 2, later: rest.wait });
  await screen.findByText('Loading...', {}, patience);
  expect(screen.queryByText('There is no active token')).toBeNull();
  expect(tableCalled('Inactive Tokens')).toBeUndefined();
  rest.open();
  expect(await screen.findByText('third', {}, patience)).toBeVisible();
  expect(active()).toHaveLength(1);
  expect(inactive()).toHaveLength(3);
  await person.type(screen.getByLabelText(/Expiration/), '60d');
  expect(await screen.findByText('A token can live for 30 days at most.', {}, patience)).toBeVisible();
});

test('a token that is made or revoked while the rest is on its way is listed once, as it is then', async () => {
  const rest = aGate();
  const old = named('old');
  const made = named('new');
  const rows = [old, named('kept'), named('late')];
  const { person } = await openTokens({ rows, size: 2, later: rest.wait });
  await screen.findByText('old', {}, patience);
  server.use(
    on(authTokenCalls.createAuthToken, () => (rows.unshift(made), { authToken: made, token: 'the-secret' })),
    on(authTokenCalls.revokeAuthToken, () => (rows.splice(0, 1, { ...old, ...gone }), { authToken: rows[0] ?? old })),
  );
  const [revoke] = screen.getAllByRole('button', { name: /^Revoke / });
  await person.click(revoke as HTMLElement);
  pastDoubleClick();
  await person.click(revoke as HTMLElement);
  await waitFor(() => expect(active()).toHaveLength(1), patience);
  await person.type(screen.getByLabelText(/Token Name/), 'new');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await waitFor(() => expect(active()).toHaveLength(2), patience);
  rest.open();
  await waitFor(() => expect(active()).toHaveLength(3), patience);
  expect(active().map((row) => /^(new|kept|late)/.exec(row)?.[0])).toEqual(['new', 'kept', 'late']);
  expect(inactive()).toHaveLength(1);
  expect(inactive()[0]).toContain('old');
});

test('tokens whose rest can’t be loaded show as far as they came, with the reason, and are all there after another try', async () => {
  const rows = [named('first'), named('second'), named('third')];
  const { person } = await openTokens({ rows, size: 2, later: () => refusal('DatabaseUnavailable') });
  for (const kind of ['active', 'inactive'])
    expect(await screen.findByText(`The rest of the ${kind} tokens could not be loaded`, {}, patience)).toBeVisible();
  expect(active()).toHaveLength(2);
  expect(screen.queryByText('Loading...')).toBeNull();
  const begins: number[] = [];
  server.use(inPages(listAuthTokens, { rows, size: 2, answerOf, before: (begin) => void begins.push(begin) }));
  await person.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('third', {}, patience)).toBeVisible();
  expect(begins).toEqual([2]);
  expect(screen.queryByText(/can’t reach its database/)).toBeNull();
});

test('nothing is said of tokens that could not be loaded', async () => {
  const rows = [named('first', gone), named('second', gone), named('third')];
  const { person } = await openTokens({ rows, size: 2, later: () => refusal('DatabaseUnavailable') });
  expect(await screen.findByText('None of the tokens that could be loaded belongs here.', {}, patience)).toBeVisible();
  expect(screen.queryByText('There is no active token')).toBeNull();
  expect(inactive()).toHaveLength(2);
  server.use(inPages(listAuthTokens, { rows, size: 2, answerOf }));
  await person.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('third', {}, patience)).toBeVisible();
});

test('nobody is said to be no member any more before all members are known', async () => {
  const rest = aGate();
  const before = (begin: number) => (begin > 0 ? rest.wait() : undefined);
  await openTokens({
    rows: [cleo, aMember()].map(({ userId }) => aToken({ creatorUserId: userId })),
    size: 2,
    members: inPages(listMembers, { rows: few, size: 2, before }),
  });
  await waitFor(() => expect(rest.came).toBe(1), patience);
  expect(active().join('')).not.toContain('by ');
  rest.open();
  expect(await screen.findByText('by cleo@example.com', {}, patience)).toBeVisible();
  expect(screen.getByText('by somebody who is no member any more')).toBeVisible();
});

test('tokens are searched by name, the active and the inactive ones, where there are more than a few', async () => {
  const many = Array.from({ length: 130 }, (_, n) => named(`Robot ${1000 + n}`, n % 2 ? gone : {}));
  await openTokens({ rows: [...many, aToken({ name: null })], size: 500 });
  await screen.findByText('Robot 1000', {}, patience);
  search(' rOBOT 112');
  await waitFor(() => expect(active()).toHaveLength(5), patience);
  expect(inactive()).toHaveLength(5);
  expect(screen.getByText('10 of 131 found')).toBeInTheDocument();
  search('unnamed');
  expect(await screen.findByText('No inactive token has “unnamed” in its name.', {}, patience)).toBeVisible();
  expect(active()).toHaveLength(1);
  search('unnamed robot');
  expect(await screen.findByText('No active token has “unnamed robot” in its name.', {}, patience)).toBeVisible();
  expect(screen.queryByText('There is no active token')).toBeNull();
  search('');
  expect(await screen.findByText('Robot 1000', {}, patience)).toBeVisible();
});

test('a few tokens need no search', async () => {
  await openTokens({ rows: Array.from({ length: 20 }, (_, n) => named(`Robot ${n}`)), size: 500 });
  await screen.findByText('Robot 0', {}, patience);
  expect(searchBox()).toBeNull();
});
