import { ErrorBody, MyInvitations } from '@portal/contract';
import { ulid } from 'ulid';
import { sendMemberInvitationEmail } from '../../../../src/features/workspaces/invitations/send-member-invitation-email.ts';
import { invitationEmailLimits } from '../../../../src/features/emails/email-limits.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
  proveMailbox,
} from '../../../support/builders.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';

let api: TestApi;
let inbox: Inbox;
beforeAll(async () => {
  inbox = await startInbox();
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1', SMTP_URL: inbox.smtpUrl });
});
afterAll(async () => {
  await api.close();
  await inbox.close();
});

async function makeTeam() {
  // No new account, so that the limits of accounts are the usual ones.
  const createdAt = new Date('2025-01-01');
  const [owner, approver] = [await makeUser(api, { createdAt }), await makeUser(api, { createdAt, nickname: 'Grace' })];
  const workspace = await makeWorkspace(api, owner, { displayName: 'Production' });
  await addMember(api, workspace, approver, 'APPROVER');
  const serviceAccount = await makeServiceAccount(api, workspace, { name: 'Onboarding' });
  const scopes = ['members:write'];
  const path = `/workspaces/${workspace.id}/invitations`;
  return {
    owner,
    approver,
    workspace,
    serviceAccount,
    asOwner: await logIn(api, owner),
    asApprover: await logIn(api, approver),
    ofAccount: async () => (await makeServiceAccountToken(api, serviceAccount, { scopes })).credentials,
    ofApprover: async () => (await makeApiToken(api, workspace, approver, { scopes })).credentials,
    invite: (credentials: Credentials, emails: readonly string[], role = 'EDITOR') =>
      api.send('POST', path, credentials).send({ emails, role }),
  };
}

const newAddress = () => `${ulid().toLowerCase()}@example.com`;
const invitationTo = (email: string) => api.db.invitation.findFirstOrThrow({ where: { email } });
const emailedOf = ({ body }: { body: unknown }) =>
  (body as { outcomes: { emailed?: string }[] }).outcomes.map(({ emailed }) => emailed);
const accept = async (email: string, invitationId: string) => {
  const user = await makeUser(api, { email });
  await proveMailbox(api, { id: invitationId }, user);
  const credentials = await logIn(api, user);
  const listed = MyInvitations.parse((await api.send('GET', '/invitations', credentials)).body);
  const response = await api.send('POST', `/invitations/${invitationId}/accept`, credentials).send({ role: 'EDITOR' });
  return { listed, response, user };
};
const mailOf = async (invitationId: string, email: string) => {
  await sendMemberInvitationEmail({ emailId: ulid(), invitationId }, api.services);
  return inbox.messagesTo(email);
};

describe('an invitation by an API token', () => {
  it('of a service account names it in the email, and can be accepted', async () => {
    const team = await makeTeam();
    const email = newAddress();
    expect((await team.invite(await team.ofAccount(), [email])).status).toBe(200);
    const invitation = await invitationTo(email);
    expect(invitation).toMatchObject({ inviterId: null, inviterServiceAccountId: team.serviceAccount.id });
    const [message] = await mailOf(invitation.id, email);
    expect(message?.text).toContain('“Onboarding”');
    const { response, user } = await accept(email, invitation.id);
    expect(response.status).toBe(200);
    expect(await api.db.membership.count({ where: { workspaceId: team.workspace.id, userId: user.id } })).toBe(1);
  });

  it('of a person is one of that person', async () => {
    const team = await makeTeam();
    const email = newAddress();
    await team.invite(await team.ofApprover(), [email]);
    const invitation = await invitationTo(email);
    expect([invitation.inviterId, invitation.authTokenId !== null]).toEqual([team.approver.id, true]);
    const [message] = await mailOf(invitation.id, email);
    expect(message?.text).toContain('“Grace”');
  });

  it('of a service account that was deleted is cancelled, is not emailed, and cannot be accepted', async () => {
    const team = await makeTeam();
    const email = newAddress();
    await team.invite(await team.ofAccount(), [email]);
    const { id } = await invitationTo(email);
    const path = `/workspaces/${team.workspace.id}/serviceAccounts/${team.serviceAccount.id}`;
    expect((await api.send('DELETE', path, team.asOwner)).status).toBe(200);
    expect((await invitationTo(email)).cancelledAt).not.toBeNull();
    expect(await mailOf(id, email)).toEqual([]);
    const { listed, response } = await accept(email, id);
    expect(listed).toEqual([]);
    expect(ErrorBody.parse(response.body).error.type).toBe('InvitationEnded');
  });

  it.each(['suspendedAt', 'quarantinedAt'])(
    'of a service account waits while the owner is locked: %s',
    async (lock) => {
      const team = await makeTeam();
      const email = newAddress();
      await team.invite(await team.ofAccount(), [email]);
      const { id } = await invitationTo(email);
      await api.db.user.update({ where: { id: team.owner.id }, data: { [lock]: new Date() } });
      expect(await mailOf(id, email)).toEqual([]);
      const { response, user } = await accept(email, id);
      expect(ErrorBody.parse(response.body).error.type).toBe('WorkspaceNotFound');
      await api.db.user.update({ where: { id: team.owner.id }, data: { [lock]: null } });
      const again = await api
        .send('POST', `/invitations/${id}/accept`, await logIn(api, user))
        .send({ role: 'EDITOR' });
      expect(again.status).toBe(200);
    },
  );

  it('is cancelled when its person loses the right to invite', async () => {
    const team = await makeTeam();
    const email = newAddress();
    await team.invite(await team.ofApprover(), [email]);
    const body = { userId: team.approver.id, role: 'EDITOR' };
    expect((await api.send('POST', `/workspace/${team.workspace.id}/membership`, team.asOwner).send(body)).status).toBe(
      200,
    );
    expect((await invitationTo(email)).cancelledAt).not.toBeNull();
  });

  it('that an approver is removed with can be taken over by a service account', async () => {
    const team = await makeTeam();
    const email = newAddress();
    await team.invite(team.asApprover, [email]);
    const removal = { email: team.approver.email, cancelInvitations: false };
    const path = `/workspace/${team.workspace.id}/members`;
    expect((await api.send('DELETE', path, await team.ofAccount()).send(removal)).status).toBe(200);
    expect(await invitationTo(email)).toMatchObject({
      inviterId: null,
      inviterServiceAccountId: team.serviceAccount.id,
      cancelledAt: null,
    });
  });
});

describe('the emails of invitations by API tokens', () => {
  it('have the limits of the workspace and of the mailbox, whichever tokens and service accounts send them', async () => {
    const team = await makeTeam();
    const email = newAddress();
    const other = await makeServiceAccount(api, team.workspace);
    const { credentials: ofOther } = await makeServiceAccountToken(api, other, { scopes: ['members:write'] });
    const senders = [await team.ofAccount(), await team.ofAccount(), ofOther, await team.ofApprover()];
    const emailed = [];
    for (const credentials of senders) emailed.push(...emailedOf(await team.invite(credentials, [email])));
    expect(new Set(emailed.slice(0, invitationEmailLimits.perWorkspace)).size).toBe(1);
    expect(emailed.at(-1)).not.toBe(emailed[0]);
  });

  it('never use up what a person can send', async () => {
    const team = await makeTeam();
    const token = await team.ofApprover();
    const countOf = async ({ invite }: typeof team, credentials: Credentials) =>
      ((await invite(credentials, [newAddress()])).body as { emailsLeft: number }).emailsLeft;
    const count = (credentials: Credentials) => countOf(team, credentials);
    expect(await count(team.asApprover)).toBe(invitationEmailLimits.perAccount - 1);
    for (const left of [1, 2, 3]) expect(await count(token)).toBe(invitationEmailLimits.perAccount - left);
    expect(await count(team.asApprover)).toBe(invitationEmailLimits.perAccount - 2);
    // All tokens of a workspace share one budget, and those of another one have their own.
    expect(await count(await team.ofAccount())).toBe(invitationEmailLimits.perAccount - 4);
    const elsewhere = await makeTeam();
    expect(await countOf(elsewhere, await elsewhere.ofAccount())).toBe(invitationEmailLimits.perAccount - 1);
  });
});
