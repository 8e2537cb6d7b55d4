import { fileURLToPath } from 'node:url';
import { accountCalls, adminCalls, authTokenCalls, memberCalls, ownershipCalls } from '@portal/contract';
import {
  acceptInvitations,
  createMember,
  createStaffMember,
  createWorkspace,
  logInAgain,
} from '../support/accounts.ts';
import { callApi } from '../support/call-api.ts';
import { completeDeletion } from '../support/complete-deletion.ts';
import { findEmail } from '../support/inbox.ts';
import { expect, test } from '../support/test.ts';

const folder = fileURLToPath(new URL('../../../../docs/images/screenshots/', import.meta.url));

test('emails', async ({ browser, context, page }) => {
  const graceContext = await browser.newContext();
  const [ada, grace] = ['ada@example.org', 'grace@example.org'];
  await createMember(context, { email: ada, lastName: 'Lovelace' });
  const { id: userId } = await createMember(graceContext, { email: grace, nickname: 'Grace', lastName: 'Hopper' });
  const workspaceId = await createWorkspace(context, { displayName: 'Staging', instanceEnvType: 'SI' });
  const params = { workspaceId };
  await callApi(context, memberCalls.inviteMember, { params, body: { email: grace } });
  await acceptInvitations(graceContext, grace);
  await callApi(context, memberCalls.changeMemberRole, { params, body: { userId, role: 'APPROVER' } });
  const token = { name: 'Deploy from CI', expiration: '30d' };
  await callApi(context, authTokenCalls.createAuthToken, { params, body: token });
  await callApi(context, ownershipCalls.offerOwnership, { params, body: { userId } });
  // An accepted offer is not emailed any more.
  await findEmail(grace, /You can become the owner of “Staging”/);
  await callApi(graceContext, ownershipCalls.acceptOwnership, { params });
  // Another browser of Grace.
  const other = await browser.newContext();
  await logInAgain(other, grace);
  await callApi(other, memberCalls.removeMember, { params, body: { email: ada } });
  const staff = await browser.newContext();
  await createStaffMember(staff);
  await callApi(staff, adminCalls.endUserSessions, { params: { userId }, body: { reason: 'Asked by phone' } });

  const byron = 'byron@example.org';
  const byronContext = await browser.newContext();
  const { id: byronId } = await createMember(byronContext, { email: byron, nickname: 'Byron' });
  const ofByron = { params: { userId: byronId } };
  await callApi(byronContext, accountCalls.requestAccountDeletion, ofByron);
  await findEmail(byron, /account will be deleted/);
  await callApi(byronContext, accountCalls.cancelAccountDeletion, ofByron);
  await findEmail(byron, /account will not be deleted/);
  await callApi(byronContext, accountCalls.requestAccountDeletion, ofByron);
  await completeDeletion(byronId);

  const emails: readonly (readonly [name: string, to: string, subject: RegExp])[] = [
    ['invitation', grace, /You are invited to a workspace/],
    ['invitation-accepted', ada, /A new member joined “Staging”/],
    ['role-changed', grace, /You are now an approver of “Staging”/],
    ['token-created', ada, /New API token .* for “Staging”/],
    ['ownership-offered', grace, /You can become the owner of “Staging”/],
    ['ownership-moved', ada, /The owner of “Staging” has changed/],
    ['new-device', grace, /New login to your/],
    ['member-removed', ada, /You were removed from a workspace/],
    ['sessions-ended', grace, /You were logged out of/],
    ['deletion-requested', byron, /account will be deleted/],
    ['deletion-cancelled', byron, /account will not be deleted/],
    ['account-deleted', byron, /account is deleted/],
  ];
  await page.setViewportSize({ width: 640, height: 480 });
  for (const [name, to, subject] of emails) {
    const { html } = await findEmail(to, subject);
    expect(html).not.toBeNull();
    await page.setContent(html ?? '');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}email-${name}-${colorScheme}.png`, fullPage: true });
    }
  }
  await Promise.all([graceContext, other, staff, byronContext].map((each) => each.close()));
});
