import { ulid } from 'ulid';
import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { inTransaction } from '../http/transaction.ts';
import { emailOf } from '../providers/identity-provider.ts';
import { claimInvitations } from '../users/claim-invitations.ts';
import { createWorkspaceFor } from '../workspaces/create-workspace.ts';
import type { IdentityClaims } from './auth0-login.ts';

/**
 * Finds or makes the user of an identity and takes over what the provider says now. However many first logins of one
 * identity race, the unique identity lets one of them make the user, with the default workspace, in one transaction.
 */
export async function signIn(claims: IdentityClaims, services: Services): Promise<User> {
  const email = emailOf(claims);
  return inTransaction(services.db, async ({ db: tx }) => {
    const created = await createOnce(claims, email, tx);
    const user = await tx.user.update({
      where: { auth0Id: claims.sub },
      data: { email, emailVerified: claims.email_verified, lastLoginAt: new Date() },
    });
    await claimInvitations(user, tx);
    if (created && services.settings.CREATE_DEFAULT_WORKSPACE) await createDefaultWorkspace(user, tx, services);
    return user;
  });
}

async function createOnce(claims: IdentityClaims, email: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.user.createMany({
    data: [
      {
        id: ulid(),
        auth0Id: claims.sub,
        email,
        firstName: claims.given_name ?? null,
        lastName: claims.family_name ?? null,
        nickname: nicknameOf(claims, email),
        pictureUrl: claims.picture ?? null,
        signedUpAt: new Date(),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

function nicknameOf({ nickname, given_name }: IdentityClaims, email: string): string {
  return [nickname, given_name, email.split('@')[0]].map((name) => name?.trim()).find(Boolean) ?? 'Unnamed';
}

/** Not for people for whom staff made a workspace before they came. */
async function createDefaultWorkspace(user: User, tx: Prisma.TransactionClient, { settings }: Services): Promise<void> {
  const owned = await tx.membership.count({ where: { userId: user.id, role: 'OWNER' } });
  if (owned > 0) return;
  await createWorkspaceFor(
    user.id,
    {
      displayName: `${user.nickname}'s Production Workspace`,
      description: null,
      instanceEnvType: 'SI',
      instanceUrl: settings.HOSTED_APP_URL,
      isDefault: true,
    },
    tx,
  );
}
