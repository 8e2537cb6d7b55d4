import { jest } from '@jest/globals';
import { aToken } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { me, openTokens, rowOfToken } from '../../support/open-tokens.ts';
import { rotationLink } from '../../../src/lib/rotation-link.ts';
import { aServiceAccount } from '../../support/token-list.ts';

const rowNamed = (name: string) => screen.getByText(name, { selector: 'td *' }).closest('tr');
const linkedRows = () => [...document.querySelectorAll('[data-linked]')];
const noLongerExists = 'The API token that the link leads to no longer exists.';

test.each([
  ['active', {}],
  ['revoked', { revokedAt: '2026-01-01T00:00:00.000Z' }],
])('a link leads to the row of an %s token, also behind the first hundred', async (_state, overrides) => {
  const shown = jest.spyOn(Element.prototype, 'scrollIntoView');
  const tokens = Array.from({ length: 150 }, (_, index) =>
    aToken({ name: `token-${index}`, userId: me.id, ...overrides }),
  );
  const linked = tokens[120];
  await openTokens({ tokens, hash: `#token-${linked?.id.toLowerCase()}` });
  await waitFor(() => expect(rowNamed('token-120')).toHaveFocus());
  expect(shown.mock.contexts).toEqual([rowNamed('token-120')]);
  expect(linkedRows()).toEqual([rowNamed('token-120')]);
  expect(screen.queryByText('token-121')).toBeNull();
  expect(screen.getByRole('button', { name: 'Show 29 more' })).toBeVisible();
  expect(screen.queryByText(noLongerExists)).toBeNull();
});

describe('a link that rotates a token', () => {
  const token = aToken({ name: 'Deploy', userId: me.id });
  const link = { tokens: [token], hash: `#token-${token.id}`, state: rotationLink };

  test('opens the dialog, after which the row has the focus', async () => {
    const { ui, router } = await openTokens(link);
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate “Deploy”?' }));
    // A reload of the page does not open the dialog again.
    expect(router.state.location).toMatchObject({ hash: link.hash, state: null });
    await ui.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(rowNamed('Deploy')).toHaveFocus());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says so if the policy of the workspace does not let the user do that', async () => {
    const policy = { makers: 'OWNER', maxDays: null, allowsWrites: true } as const;
    await openTokens({ ...link, list: { policy }, workspace: { role: 'EDITOR' } });
    expect(
      await screen.findByText('The token policy of this workspace doesn’t let you rotate this token.'),
    ).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  });
});

test('a link to a token that was deleted says so', async () => {
  await openTokens({ tokens: [aToken({ name: 'Deploy' })], hash: `#token-${aToken({}).id}` });
  expect(await screen.findByText(noLongerExists)).toBeVisible();
  expect(linkedRows()).toEqual([]);
  expect(await findA11yViolations()).toEqual([]);
});

test('a link leads to a service account', async () => {
  const accounts = [aServiceAccount({ name: 'CI' }), aServiceAccount({ name: 'Release' })];
  await openTokens({ accounts, hash: `#service-account-${accounts[1]?.id}` });
  await waitFor(() => expect(screen.getByText('Release').closest('li')).toHaveFocus());
  expect(linkedRows()).toEqual([screen.getByText('Release').closest('li')]);
});

test('without a link no row is highlighted', async () => {
  await openTokens({ tokens: [aToken({ name: 'Deploy' })] });
  expect(rowOfToken('Deploy').getByText('Deploy')).toBeVisible();
  expect(linkedRows()).toEqual([]);
  expect(screen.queryByText(noLongerExists)).toBeNull();
});
