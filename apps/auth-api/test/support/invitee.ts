import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { TestApi } from './api.ts';
import { logIn, makeInvitation, makeUser, makeWorkspace, proveMailbox } from './builders.ts';

export type InvitationOverrides = Partial<Prisma.InvitationUncheckedCreateInput>;

/** A workspace, and a user whom its owner invited and who has opened the link. */
export async function makeInvitee(
  api: TestApi,
  userOverrides: Partial<Prisma.UserCreateInput> = {},
  overrides: InvitationOverrides = {},
) {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Staging' });
  const user = await makeUser(api, userOverrides);
  const invitation = await makeInvitation(api, workspace, {
    email: user.email,
    role: 'APPROVER',
    inviterId: owner.id,
    ...overrides,
  });
  await proveMailbox(api, invitation, user);
  return { owner, workspace, user, invitation, asUser: await logIn(api, user), asOwner: await logIn(api, owner) };
}
