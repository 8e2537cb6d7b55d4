import { authTokenCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { me, openTokens } from '../../support/open-tokens.ts';
import { returnFromLogin } from '../../support/render-portal.tsx';
import { aServiceAccount } from '../../support/token-list.ts';

const ci = aServiceAccount({ name: 'CI' });

async function fill(ui: UserEvent) {
  await ui.type(await screen.findByLabelText(/^Token Name/), 'Deploy');
  await ui.type(screen.getByLabelText(/^Expiration/), '3d');
}

async function openOptions(ui: UserEvent) {
  await ui.click(screen.getByText('What it can do'));
  await screen.findByRole('group', { name: 'Presets' });
}

const generate = (ui: UserEvent) => ui.click(screen.getByRole('button', { name: 'Generate API Token' }));

beforeEach(() => sessionStorage.clear());

test('without a choice the request has only the name and the expiration', async () => {
  const { ui, sent } = await openTokens();
  await fill(ui);
  await generate(ui);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.keys(sent[0] as object).toSorted()).toEqual(['expiration', 'name', 'requestUlid']);
});

test('the owner chooses scopes, a service account, networks, and that the token can replace itself', async () => {
  const { ui, sent } = await openTokens({ accounts: [ci] });
  await fill(ui);
  await openOptions(ui);
  await ui.click(screen.getByRole('button', { name: 'Manage members' }));
  expect(screen.getByRole('button', { name: 'Manage members' })).toHaveAttribute('aria-pressed', 'true');
  await ui.click(screen.getByRole('checkbox', { name: /^Read the activity/ }));
  await screen.findByRole('option', { name: 'CI (service account)' });
  await ui.selectOptions(screen.getByLabelText('Acts as'), 'CI (service account)');
  await ui.type(screen.getByLabelText(/^Networks/), '203.0.113.0/24, 198.51.100.7');
  await ui.click(screen.getByRole('checkbox', { name: 'Can replace itself' }));
  expect(await findA11yViolations()).toEqual([]);
  await generate(ui);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    scopes: ['workspace:read', 'members:read', 'members:write', 'audit:read'],
    serviceAccountId: ci.id,
    networks: ['203.0.113.0/24', '198.51.100.7/32'],
    canRotateItself: true,
  });
});

test('a scope that the role or the policy does not allow is disabled, with the reason', async () => {
  const { ui } = await openTokens({
    workspace: { role: 'EDITOR' },
    list: { policy: { makers: 'EVERYONE', maxDays: null, allowsWrites: false } },
  });
  await openOptions(ui);
  const members = screen.getByRole('checkbox', { name: /members:write/ });
  expect(members).toBeDisabled();
  expect(members).toHaveAccessibleDescription('Not possible: needs the role Approver.');
  expect(screen.getByRole('checkbox', { name: /audit:read/ })).toHaveAccessibleDescription(
    'Not possible: needs the role Approver.',
  );
  expect(screen.getByRole('checkbox', { name: /workspace:write/ })).toHaveAccessibleDescription(
    'Not possible: needs the role Owner.',
  );
  expect(screen.getByRole('checkbox', { name: /tokens:write/ })).toHaveAccessibleDescription(
    'Not possible: the policy lets no token change anything.',
  );
  expect(screen.queryByRole('button', { name: 'Manage members' })).toBeNull();
  expect(screen.queryByLabelText('Acts as')).toBeNull();
});

test('the form warns before a token that an instance could use to change the workspace', async () => {
  const { ui } = await openTokens();
  await openOptions(ui);
  const warning = 'An instance could change this workspace with this token';
  expect(screen.queryByText(warning)).toBeNull();
  await ui.click(screen.getByRole('checkbox', { name: /members:write/ }));
  expect(screen.getByText(warning)).toBeVisible();
  await ui.click(screen.getByRole('checkbox', { name: /^Use the platform/ }));
  expect(screen.queryByText(warning)).toBeNull();
});

test('a text that is no network, or no scope at all, is not sent', async () => {
  const { ui, sent } = await openTokens();
  await fill(ui);
  await openOptions(ui);
  await ui.type(screen.getByLabelText(/^Networks/), '203.0.113.0-203.0.113.9');
  await ui.tab();
  expect(await screen.findByText(/is a range/)).toBeVisible();
  await ui.clear(screen.getByLabelText(/^Networks/));
  await ui.click(screen.getByRole('button', { name: 'Use the platform' }));
  await ui.click(screen.getByRole('checkbox', { name: /^Use the platform/ }));
  expect(screen.getByText('Choose at least one scope.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Can replace itself' })).toBeDisabled();
  await ui.type(screen.getByLabelText(/^Expiration/), '{Enter}');
  expect(sent).toEqual([]);
});

test('what was chosen survives the login that a token of a service account requires', async () => {
  const { ui } = await openTokens({ accounts: [ci] });
  server.use(mockCall(authTokenCalls.createAuthToken, errorResponse('FreshLoginRequired')));
  await fill(ui);
  await openOptions(ui);
  await screen.findByRole('option', { name: 'CI (service account)' });
  await ui.selectOptions(screen.getByLabelText('Acts as'), 'CI (service account)');
  await generate(ui);
  expect(await screen.findByText(/^A token that acts as a service account requires a recent login/)).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Log in again' }));
  await returnFromLogin(me);
  await screen.findByRole('option', { name: 'CI (service account)' });
  expect(screen.getByLabelText('Acts as')).toHaveValue(ci.id);
});

test('a member whom the policy lets create no tokens sees who can', async () => {
  await openTokens({
    workspace: { role: 'EDITOR' },
    list: { policy: { makers: 'OWNER', maxDays: null, allowsWrites: true } },
  });
  expect(screen.getByText(/lets only its owner create API tokens/)).toBeVisible();
  expect(screen.queryByLabelText(/^Token Name/)).toBeNull();
});
