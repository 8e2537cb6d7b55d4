import { invitationCalls, memberCalls, type InviteOutcome } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { aMember, anInvitation } from '@portal/contract/fixtures';
import { createGate } from '../../../support/gate.ts';
import { openSettings, owner } from '../../../support/open-settings.ts';

const field = () => screen.getByLabelText('User Email to Grant Workspace Access');
const send = (count: number) =>
  screen.getByRole('button', { name: count === 1 ? 'Send 1 invitation' : `Send ${count} invitations` });
const preview = () => screen.getByRole('region', { name: 'People to invite' });
const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Pastes a text into the field for one or many people. */
async function openWith(text: string) {
  const portal = await openSettings();
  await portal.ui.click(field());
  await portal.ui.paste(text);
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

test('a pasted list is shown as it was understood, and sent only then, with one result for each person', async () => {
  const text = 'Li Wei <new@example.com>; late@example.com\nann@example.com\nNew@example.com\nnobody';
  const { ui } = await openWith(text);
  const bodies = mockOutcomes(outcomeOfAddress);
  expect(field()).toHaveValue('');
  expect(screen.getByText('2 addresses are ready. 1 part is not an address: correct or remove it.')).toBeVisible();
  expect(rowsOf(preview())).toEqual([
    'Correct nobodyNo address in this line',
    'new@example.comListed 2 times, invited once.Not used: Li Wei',
    'late@example.com',
    'ann@example.comAlready a member. They are not invited again.',
  ]);
  expect(bodies).toEqual([]);
  expect(await findA11yViolations()).toEqual([]);
  await ui.selectOptions(screen.getByLabelText('Role'), 'Approver');
  await ui.click(send(2));
  expect(await screen.findByText('2 people were invited.')).toBeVisible();
  expect(rowsOf(screen.getByRole('region', { name: 'Results' }))).toEqual([
    'new@example.comInvited',
    'late@example.comInvited again',
  ]);
  expect(bodies).toEqual([{ emails: ['new@example.com', 'late@example.com'], role: 'APPROVER' }]);
  // What is no address stays for correction.
  expect(rowsOf(preview())).toEqual(['Correct nobodyNo address in this line']);
  expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
});

test('a part that is no address is corrected in the list, or removed from it', async () => {
  const { ui } = await openWith('new@example.com\njane(at)example.com\nBob');
  await ui.clear(screen.getByLabelText('Correct jane(at)example.com'));
  await ui.paste('Jane <jane@example.com>');
  await ui.keyboard('{Enter}');
  expect(preview()).toHaveFocus();
  await ui.click(screen.getByRole('button', { name: 'Remove Bob from the list' }));
  expect(preview()).toHaveFocus();
  expect(screen.getByText('2 addresses are ready. Nothing is sent yet.')).toBeVisible();
  expect(rowsOf(preview())).toEqual(['new@example.com', 'jane@example.comNot used: Jane']);
  const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
  await ui.click(send(2));
  await waitFor(() => expect(bodies).toEqual([{ emails: ['new@example.com', 'jane@example.com'] }]));
});

test('the list without any of its people is the form for one person again', async () => {
  const { ui } = await openWith('a@example.com\nb@example.com');
  await ui.click(screen.getByRole('button', { name: 'Remove a@example.com from the list' }));
  expect(send(1)).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Clear the list' }));
  expect(field()).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Add User To Workspace' })).toBeVisible();
});

test('the list says who was invited before, and what happens to the invitation', async () => {
  const { ui } = await openSettings();
  const [late, declined] = [
    anInvitation({ email: 'late@example.com', role: 'EDITOR' }),
    anInvitation({ email: 'no@example.com', status: 'declined' }),
  ];
  server.use(
    mockCall(memberCalls.inviteMember, []),
    mockCall(memberCalls.listMembers, [owner, aMember({ userId: late.id, email: late.email, pending: true })]),
    mockCall(invitationCalls.listInvitations, [late, declined]),
  );
  await ui.type(field(), 'x@example.com{Enter}');
  await screen.findByRole('button', { name: 'Actions for no@example.com' });
  await ui.click(field());
  await ui.paste('late@example.com no@example.com');
  const rows = [
    'late@example.comAlready invited as Collaborator. The invitation is sent again.',
    'no@example.comDeclined an earlier invitation.',
  ];
  expect(rowsOf(preview())).toEqual(rows);
  await ui.selectOptions(screen.getByLabelText('Role'), 'Approver');
  expect(rowsOf(preview())[0]).toBe(
    'late@example.comAlready invited as Collaborator. Change the role in the list below.',
  );
});

test('an address that is invited but not emailed has its own result, before those that are emailed', async () => {
  const { ui } = await openWith('new@example.com busy@example.com');
  mockOutcomes((email) => ({ outcome: 'invited', emailed: email.startsWith('busy') ? 'limit' : 'queued' }));
  await ui.click(send(2));
  expect(await screen.findByText('2 people were invited. 1 invitation is not emailed.')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'busy@example.comInvited, but we can’t email them now, because a daily limit is reached.Not emailed',
    'new@example.comInvited',
  ]);
});

test('the limit of a new account is named with its end, and the links of those who are not emailed are copied as one list', async () => {
  const { ui } = await openWith('a@example.com b@example.com');
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
  await ui.click(send(2));
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
  const { ui } = await openWith('a@example.com b@example.com c@example.com');
  const outcomes = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, outcome: 'invited' as const }));
  server.use(mockCall(invitationCalls.inviteMembers, { outcomes, emailsLeft: 1 }));
  expect(screen.queryByText(/more invitation email/)).toBeNull();
  await ui.click(send(3));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'People to invite' })).toBeNull());
  expect(screen.queryByText(/more invitation email/)).toBeNull();
  await ui.click(field());
  await ui.paste('d@example.com e@example.com f@example.com');
  expect(
    await screen.findByText(
      'You can send 1 more invitation email today. The other 2 of these 3 people are invited without an email: copy their links.',
    ),
  ).toBeVisible();
});

test('the default role is not sent, so that an invitation that is sent again keeps its role', async () => {
  const { ui } = await openWith('new@example.com old@example.com');
  const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
  await ui.click(send(2));
  expect(await screen.findByText('2 people were invited.')).toBeVisible();
  expect(bodies).toEqual([{ emails: ['new@example.com', 'old@example.com'] }]);
});

test('of more than 50 people, 50 are invited and the others stay in the list', async () => {
  const { ui } = await openWith(Array.from({ length: 52 }, (_, index) => `u${index}@x.co`).join(' '));
  const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
  expect(
    screen.getByText('You can invite 50 people at once. The other 2 stay in the list, for the next time.'),
  ).toBeVisible();
  await ui.click(send(50));
  expect(await screen.findByText('50 people were invited.')).toBeVisible();
  expect(bodies[0]?.emails).toHaveLength(50);
  expect(rowsOf(preview())).toEqual(['u50@x.co', 'u51@x.co']);
  expect(screen.getByText('2 addresses are left.')).toBeVisible();
});

test('a list in which nothing is an address is not sent', async () => {
  const { ui } = await openWith('Bob\nJane');
  const bodies = mockOutcomes(() => ({ outcome: 'invalid' }));
  expect(screen.getByRole('button', { name: 'Send invitations' })).toHaveAttribute('aria-disabled', 'true');
  await ui.type(screen.getByLabelText('Correct Bob'), '{Enter}');
  expect(screen.getByText('0 addresses are ready. 2 parts are not an address: correct or remove them.')).toBeVisible();
  expect(bodies).toEqual([]);
});

describe('a pasted list with a column of roles', () => {
  const list = 'Name,Email,Role\nAnn,ann.new@example.com,Approver\nBob,bob.new@example.com,approver\n';

  test('invites everyone with the role, if it is the same for all', async () => {
    const { ui } = await openWith(list);
    const bodies = mockOutcomes(() => ({ outcome: 'invited' }));
    expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
    expect(screen.getByText('Everyone in this list is invited as Approver, the role in the list.')).toBeVisible();
    expect(screen.getByText('Not used, because it is the first row of a table: Name, Email, Role')).toBeVisible();
    await ui.click(send(2));
    await waitFor(() =>
      expect(bodies).toEqual([{ emails: ['ann.new@example.com', 'bob.new@example.com'], role: 'APPROVER' }]),
    );
  });

  test('says that the roles are not used, if they differ or the user chooses another', async () => {
    const { ui } = await openWith(list.replace('approver', 'editor'));
    expect(screen.getByLabelText('Role')).toHaveValue('EDITOR');
    expect(screen.getByText('The roles in this list are not used. Everyone is invited as Collaborator.')).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Clear the list' }));
    await ui.paste(list);
    await ui.selectOptions(screen.getByLabelText('Role'), 'Collaborator');
    expect(screen.getByText('The roles in this list are not used. Everyone is invited as Collaborator.')).toBeVisible();
  });

  test('does not change the role of people who are in the list already', async () => {
    const { ui } = await openWith('a@example.com b@example.com');
    await ui.click(field());
    await ui.paste(list);
    expect(screen.getByLabelText('Role')).toHaveValue('EDITOR');
    expect(rowsOf(preview())).toHaveLength(4);
  });
});

test('an error keeps the list', async () => {
  const { ui } = await openWith('new@example.com b@example.com');
  server.use(mockCall(invitationCalls.inviteMembers, errorResponse('TooManyRequests')));
  await ui.click(send(2));
  expect(await screen.findByText('The invitations weren’t sent')).toBeVisible();
  expect(rowsOf(preview())).toEqual(['new@example.com', 'b@example.com']);
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
    await ui.type(field(), `${text}{Enter}`);
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
  await ui.type(field(), 'моя@россия.рф{Enter}');
  expect(await screen.findByText(/^You invited моя@россия.рф. The email is on its way.$/)).toBeVisible();
  expect(bodies).toMatchObject([{ email: 'моя@xn--h1alffa9f.xn--p1ai' }]);
  expect(await screen.findByText('моя@россия.рф')).toBeVisible();
});

test('the message says which part of an address is wrong', async () => {
  const { ui } = await openSettings();
  await ui.type(field(), 'a@xn--.com{Enter}');
  expect(await screen.findByText('Invalid email: check the part after the @')).toBeVisible();
});

test('several typed addresses are shown as a list first, to which more can be added', async () => {
  const { ui } = await openSettings();
  await ui.type(field(), 'a@example.com, b@example.com{Enter}');
  expect(rowsOf(preview())).toEqual(['a@example.com', 'b@example.com']);
  await waitFor(() => expect(field()).toHaveFocus());
  await ui.type(field(), 'c@example.com');
  expect(screen.getByRole('button', { name: 'Add to the list' })).toBeVisible();
  await ui.keyboard('{Enter}');
  expect(rowsOf(preview())).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  expect(send(3)).toBeVisible();
  await ui.type(field(), 'Bob{Enter}');
  expect(await screen.findByLabelText('Correct Bob')).toBeVisible();
  expect(field()).not.toHaveAttribute('aria-invalid');
});

test('a list that is dragged into the field keeps its lines', async () => {
  await openSettings();
  fireEvent.drop(field(), { dataTransfer: { getData: () => 'a@example.com\nb@example.com' } });
  await screen.findByRole('button', { name: 'Send 2 invitations' });
  expect(rowsOf(preview())).toEqual(['a@example.com', 'b@example.com']);
});

test('people who are added while others are invited stay', async () => {
  const { ui } = await openWith('a@example.com b@example.com');
  const gate = createGate();
  const outcomes = ['a', 'b'].map((name) => ({ email: `${name}@example.com`, outcome: 'invited' as const }));
  server.use(mockCall(invitationCalls.inviteMembers, { outcomes }, gate.wait));
  await ui.click(send(2));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.click(field());
  await ui.paste('next@example.com');
  gate.open();
  expect(await screen.findByText('2 people were invited.')).toBeVisible();
  expect(rowsOf(preview())).toEqual(['next@example.com']);
});

test('the list says before it is sent which invitations are in an email of the evening', async () => {
  const bodies: unknown[] = [];
  server.use(
    mockCall(invitationCalls.checkInvitationEmails, ({ body }) => {
      bodies.push(body);
      return { waiting: [{ email: 'busy@example.com', until: '2026-03-04T18:00:00.000Z' }] };
    }),
  );
  await openWith('busy@example.com new@example.com nobody');
  expect(
    await screen.findByText(
      /^This address has reached its daily limit of invitation emails. The invitation will be in one email with others that wait, on .*2026.* at the earliest\.$/,
    ),
  ).toBeVisible();
  expect(rowsOf(preview()).filter((text) => text.includes('daily limit'))).toHaveLength(1);
  expect(bodies).toEqual([expect.objectContaining({ emails: ['busy@example.com', 'new@example.com'] })]);
});
