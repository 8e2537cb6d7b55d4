import { invitationCalls, memberCalls, type InviteOutcome } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { aMember, anInvitation } from '@portal/contract/fixtures';
import { createGate } from '../../../support/gate.ts';
import { openSettings, owner } from '../../../support/open-settings.ts';

const one = () => screen.getByLabelText('User Email to Grant Workspace Access');
const several = () => screen.getByLabelText('User Emails to Grant Workspace Access');
const submit = () => screen.getByRole('button', { name: 'Add Users To Workspace' });

async function openSeveral() {
  const portal = await openSettings();
  await portal.ui.click(screen.getByRole('button', { name: 'Invite several people' }));
  await waitFor(() => expect(several()).toHaveFocus());
  return portal;
}

/** Responds with an outcome for each address, and returns the bodies. */
function mockOutcomes(outcomeOf: (email: string) => Omit<InviteOutcome, 'email'>) {
  const bodies: { emails: string[]; role?: string }[] = [];
  server.use(
    mockCall(invitationCalls.inviteMembers, ({ body }) => {
      const { emails, role } = body as { emails: string[]; role?: string };
      bodies.push({ emails, ...(role !== undefined && { role }) });
      return { outcomes: emails.map((email) => ({ email, ...outcomeOf(email) })) };
    }),
  );
  return bodies;
}

function outcomeOfAddress(email: string): Omit<InviteOutcome, 'email'> {
  if (email.startsWith('ann')) return { outcome: 'alreadyMember', message: 'Already a member of the workspace' };
  return { outcome: email.startsWith('late') ? 'resent' : 'invited' };
}

test('several people are invited at once, with one result for each', async () => {
  const { ui } = await openSeveral();
  const bodies = mockOutcomes((email) =>
    email.includes('@') ? outcomeOfAddress(email) : { outcome: 'invalid', message: 'Invalid email' },
  );
  await ui.type(several(), 'new@example.com, late@example.com; ann@example.com{Enter}nobody');
  expect(screen.getByText('One per line, or separated by commas. 4 of 50')).toBeVisible();
  await ui.selectOptions(screen.getByLabelText('Role'), 'Approver');
  await ui.click(submit());
  expect(await screen.findByText('2 people were invited. 2 entries were not.')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ann@example.comAlready a member of the workspaceNot invited',
    'nobodyNo address in this lineNot invited',
    'new@example.comInvited',
    'late@example.comInvited again',
  ]);
  expect(bodies).toEqual([
    { emails: ['new@example.com', 'late@example.com', 'ann@example.com', 'nobody'], role: 'APPROVER' },
  ]);
  // The invalid address stays for correction.
  expect(several()).toHaveValue('nobody');
  expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
});

test('an address that is invited but not emailed has its own result, before those that are emailed', async () => {
  const { ui } = await openSeveral();
  mockOutcomes((email) => ({ outcome: 'invited', emailed: email.startsWith('busy') ? 'limit' : 'queued' }));
  await ui.type(several(), 'new@example.com busy@example.com');
  await ui.click(submit());
  expect(await screen.findByText('2 people were invited. 1 invitation is not emailed.')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'busy@example.comInvited, but we can’t email them now, because a daily limit is reached.Not emailed',
    'new@example.comInvited',
  ]);
});

test('the limit of a new account is named with its end, and the links of those who are not emailed are copied as one list', async () => {
  const { ui } = await openSeveral();
  const emailLimit = { name: 'newAccount', until: '2026-03-04T05:06:00.000Z' } as const;
  const limited = ['a', 'b'].map((name) =>
    anInvitation({ email: `${name}@example.com`, emailed: 'limit', emailLimit }),
  );
  const pending = limited.map(({ id, email, role }) => aMember({ userId: id, email, role, pending: true }));
  mockOutcomes(() => ({ outcome: 'invited', emailed: 'limit', emailLimit }));
  server.use(
    mockCall(memberCalls.listMembers, [owner, ...pending]),
    mockCall(invitationCalls.listInvitations, limited),
    mockCall(invitationCalls.createInvitationLink, ({ params }) => ({
      invitationId: String(params['invitationId']),
      url: `http://portal.test/invitations/${String(params['invitationId'])}`,
      expiresAt: emailLimit.until,
    })),
  );
  await ui.type(several(), 'a@example.com b@example.com');
  await ui.click(submit());
  expect(
    await screen.findByText(
      /^2 people were invited. 2 invitations are not emailed. Emails are possible again from .*2026/,
    ),
  ).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Results' })).getAllByText(/new accounts can only send/),
  ).toHaveLength(2);
  await ui.click(await screen.findByRole('button', { name: 'Get the links of those who are not emailed' }));
  const list = limited.map(({ id, email }) => `${email}\thttp://portal.test/invitations/${id}`).join('\n');
  await ui.click(await screen.findByRole('button', { name: 'Copy all links' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(list));
  expect(screen.getByLabelText('Links, each only for its address')).toHaveValue(list);
  expect(await findA11yViolations()).toEqual([]);
});

test('a list with more people than emails that are left is warned about before it is sent', async () => {
  const { ui } = await openSeveral();
  server.use(mockCall(invitationCalls.inviteMembers, { outcomes: [], emailsLeft: 1 }));
  await ui.type(several(), 'a@example.com b@example.com c@example.com');
  expect(screen.queryByText(/more invitation email/)).toBeNull();
  await ui.click(submit());
  await waitFor(() => expect(several()).toHaveValue(''));
  expect(screen.queryByText(/more invitation email/)).toBeNull();
  await ui.type(several(), 'd@example.com e@example.com f@example.com');
  expect(
    await screen.findByText(
      'You can send 1 more invitation email today. The other 2 of these 3 people are invited without an email: copy their links.',
    ),
  ).toBeVisible();
});

test('the default role is not sent, so that an invitation that is sent again keeps its role', async () => {
  const { ui } = await openSeveral();
  const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
  await ui.type(several(), 'new@example.com');
  await ui.click(submit());
  expect(await screen.findByText('1 person was invited.')).toBeVisible();
  expect(bodies).toEqual([{ emails: ['new@example.com'] }]);
  expect(several()).toHaveValue('');
});

test.each([
  ['no address', '', 'This field is required'],
  [
    '51 addresses',
    Array.from({ length: 51 }, (_, index) => `u${index}@x.co`).join(' '),
    /^Invite at most 50 addresses/,
  ],
])('%s: nothing is sent', async (_what, text, message) => {
  const { ui } = await openSeveral();
  if (text !== '') {
    await ui.click(several());
    await ui.paste(text);
  }
  await ui.click(submit());
  expect(await screen.findByText(message)).toBeVisible();
});

describe('a pasted list with a column of roles', () => {
  const list = 'Name,Email,Role\nAnn,ann.new@example.com,Approver\nBob,bob.new@example.com,approver\n';

  test('invites everyone with the role, if it is the same for all', async () => {
    const { ui } = await openSeveral();
    const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
    await ui.paste(list);
    expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
    expect(screen.getByText('Everyone in this list is invited as Approver, the role in the list.')).toBeVisible();
    await ui.click(submit());
    await waitFor(() =>
      expect(bodies).toEqual([{ emails: ['ann.new@example.com', 'bob.new@example.com'], role: 'APPROVER' }]),
    );
  });

  test('keeps the role when it is pasted into the form for one person', async () => {
    const { ui } = await openSettings();
    await ui.click(one());
    await ui.paste(list);
    await waitFor(() => expect(several()).toHaveFocus());
    expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
  });

  test('says that the roles are not used, if they differ or the user chooses another', async () => {
    const { ui } = await openSeveral();
    await ui.paste(list.replace('approver', 'editor'));
    expect(screen.getByLabelText('Role')).toHaveValue('EDITOR');
    expect(screen.getByText('The roles in this list are not used. Everyone is invited as Collaborator.')).toBeVisible();
    await ui.clear(several());
    await ui.paste(list);
    await ui.selectOptions(screen.getByLabelText('Role'), 'Collaborator');
    expect(screen.getByText('The roles in this list are not used. Everyone is invited as Collaborator.')).toBeVisible();
  });

  test('does not change the role of people who are in the field already', async () => {
    const { ui } = await openSeveral();
    await ui.type(several(), 'new@example.com{Enter}');
    await ui.paste(list);
    expect(screen.getByLabelText('Role')).toHaveValue('EDITOR');
  });
});

test('an error keeps the addresses', async () => {
  const { ui } = await openSeveral();
  server.use(mockCall(invitationCalls.inviteMembers, errorResponse('TooManyRequests')));
  await ui.type(several(), 'new@example.com');
  await ui.click(submit());
  expect(await screen.findByText('The invitations weren’t sent')).toBeVisible();
  expect(several()).toHaveValue('new@example.com');
});

test('several pasted addresses open the form for several people', async () => {
  const { ui } = await openSettings();
  await ui.click(one());
  await ui.paste('a@example.com\nb@example.com');
  await waitFor(() => expect(several()).toHaveValue('a@example.com\nb@example.com'));
  expect(screen.queryByRole('button', { name: 'Invite one person' })).toBeNull();
});

test.each(['Jane Doe <jane@example.com>', '"Doe, Jane" <jane@example.com>'])(
  'one person can be invited by a name and an address: %s',
  async (text) => {
    const { ui } = await openSettings();
    const bodies: unknown[] = [];
    server.use(
      mockCall(memberCalls.inviteMember, ({ body }) => {
        bodies.push(body);
        return [];
      }),
    );
    await ui.type(one(), `${text}{Enter}`);
    expect(await screen.findByText(/^You invited jane@example.com. The email is on its way.$/)).toBeVisible();
    expect(bodies).toMatchObject([{ email: 'jane@example.com' }]);
  },
);

test('an address is sent with its domain in ASCII and shown in Unicode', async () => {
  const { ui } = await openSettings();
  const bodies: unknown[] = [];
  server.use(
    mockCall(memberCalls.inviteMember, ({ body }) => {
      bodies.push(body);
      return [aMember({ email: 'моя@xn--h1alffa9f.xn--p1ai', pending: true })];
    }),
  );
  await ui.type(one(), 'моя@россия.рф{Enter}');
  expect(await screen.findByText(/^You invited моя@россия.рф. The email is on its way.$/)).toBeVisible();
  expect(bodies).toMatchObject([{ email: 'моя@xn--h1alffa9f.xn--p1ai' }]);
  expect(await screen.findByText('моя@россия.рф')).toBeVisible();
});

test('the message says which part of an address is wrong', async () => {
  const { ui } = await openSettings();
  await ui.type(one(), 'a@xn--.com{Enter}');
  expect(await screen.findByText('Invalid email: check the part after the @')).toBeVisible();
});

test('several typed addresses are offered for confirmation in the form for several people', async () => {
  const { ui } = await openSettings();
  await ui.type(one(), 'a@example.com, b@example.com{Enter}');
  await waitFor(() => expect(several()).toHaveValue('a@example.com\nb@example.com'));
});

test('switching between the forms keeps the address', async () => {
  const { ui } = await openSettings();
  await ui.type(one(), 'a@example.com');
  await ui.click(screen.getByRole('button', { name: 'Invite several people' }));
  expect(several()).toHaveValue('a@example.com');
  await ui.click(screen.getByRole('button', { name: 'Invite one person' }));
  expect(one()).toHaveValue('a@example.com');
});

test('addresses that are typed while others are invited stay', async () => {
  const { ui } = await openSeveral();
  const gate = createGate();
  server.use(
    mockCall(
      invitationCalls.inviteMembers,
      { outcomes: [{ email: 'new@example.com', outcome: 'invited' }] },
      gate.wait,
    ),
  );
  await ui.type(several(), 'new@example.com');
  await ui.click(submit());
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.type(several(), '{Enter}next@example.com');
  gate.open();
  expect(await screen.findByText('1 person was invited.')).toBeVisible();
  expect(several()).toHaveValue('new@example.com\nnext@example.com');
});
