import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { newId } from '../new-id.ts';
import type { Services } from '../services.ts';
import { followEmail, requestBilling } from '../billing/request-billing.ts';
import { emailOf, pictureOf } from '../providers/identity-provider.ts';
import { claimInvitations, holdInvitations, type Claimed } from '../users/claim-invitations.ts';
import { endStaffRights } from '../users/end-staff-rights.ts';
import { followQuarantine } from '../users/follow-quarantine.ts';
import { holdAddress } from '../users/hold-address.ts';
import { createProductionWorkspace, type ProductionWorkspace } from '../workspaces/create-workspace.ts';
import type { IdentityClaims } from './id-token.ts';
import { claimedProfile } from './claimed-profile.ts';

/** Who logged in, and what that did by itself. */
export interface SignedIn {
  readonly user: User;
  readonly isFirst: boolean;
  readonly claimed: Claimed | null;
  /** How many sessions lost the rights of staff by that. */
  readonly staffSessionsEnded: number;
  /** Whose quarantine they are in by that, too. */
  readonly quarantinedLike: readonly string[];
  readonly defaultWorkspace: ProductionWorkspace | null;
}

/**
 * Finds or makes the user of an identity and takes over what the provider says now, in the caller's transaction. However
 * many first logins of one identity race, the unique identity lets one of them make the user, with the default workspace.
 */
export async function signIn(claims: IdentityClaims, work: Work, services: Services): Promise<SignedIn> {
  const tx = work.db;
  const email = emailOf(claims);
  await holdAddress(email, tx);
  const waiting = await holdInvitations({ email, emailVerified: claims.email_verified, auth0Id: claims.sub }, tx);
  const before = await tx.user.findUnique({ where: { auth0Id: claims.sub } });
  const isFirst = await createOnce(claims, email, tx);
  const user = await tx.user.update({
    where: { auth0Id: claims.sub },
    data: {
      email,
      emailVerified: claims.email_verified,
      providerPictureUrl: pictureOf(claims),
      lastLoginAt: new Date(),
    },
  });
  // The session of this login starts afterwards.
  const staffSessionsEnded = await endStaffRights(user, null, tx, services.settings);
  const claimed = waiting && (await claimInvitations(waiting, user, tx, services.settings));
  const quarantinedLike = await followQuarantine(user, before, tx, services.settings);
  await followEmail(user, tx);
  await requestBilling(user, tx, services);
  const makesDefault = isFirst && services.settings.CREATE_DEFAULT_WORKSPACE;
  const defaultWorkspace = makesDefault ? await createDefaultWorkspace(user, work, services) : null;
  return { user, isFirst, claimed, staffSessionsEnded, quarantinedLike, defaultWorkspace };
}

async function createOnce(claims: IdentityClaims, email: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.user.createMany({
    data: [
      {
        id: newId(),
        auth0Id: claims.sub,
        email,
        ...claimedProfile(claims, email),
        signedUpAt: new Date(),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * Not for users for whom staff made a workspace before they came: one that this login took over, or one that waits at
 * their address until a login has it verified.
 */
async function createDefaultWorkspace(
  user: User,
  work: Work,
  { settings }: Services,
): Promise<ProductionWorkspace | null> {
  const owned = await work.db.membership.count({
    where: {
      role: 'OWNER',
      workspace: { deletedAt: null },
      user: { OR: [{ id: user.id }, { email: user.email, auth0Id: null }] },
    },
  });
  if (owned > 0) return null;
  return createProductionWorkspace(user, { isDefault: true }, work, settings);
}
