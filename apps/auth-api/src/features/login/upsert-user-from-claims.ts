import { isAccountClosed } from '../../request/account/deletions.ts';
import { enqueueEmailChangedEmail } from '../emails/enqueue-account-email.ts';
import { propagateQuarantine } from '../accounts/locks/propagate-quarantine.ts';
import { requestBillingSetup, syncBillingEmail } from '../billing/request-billing-setup.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { lockEmail, identityUserForUpdate } from '../../request/account/row-locks.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { Prisma, User } from '../../generated/prisma/client.ts';
import { parseEmail, parsePicture } from '../../integrations/auth0/identity-provider.ts';
import { isAuthoritative } from '../workspaces/invitations/mailbox-proof.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Services } from '../../request/call/services.ts';
import {
  claimPreProvisionedUser,
  claimForUpdate,
  type ClaimedPreProvisionedUser,
} from '../accounts/users/claim-pre-provisioned-user.ts';
import { revokeStaffSessions } from '../accounts/users/revoke-staff-sessions.ts';
import { createProductionWorkspace, type ProductionWorkspace } from '../workspaces/create-workspace.ts';
import { loginTimestamp, type IdentityClaims } from './id-token.ts';
import { profileFromClaims } from './profile-from-claims.ts';

/** The user of a login, and the changes that the login caused. */
export interface UpsertResult {
  readonly user: User;
  readonly isFirstLogin: boolean;
  readonly claimed: ClaimedPreProvisionedUser | null;
  /** How many sessions lost staff rights. */
  readonly revokedStaffSessions: number;
  /** The users whose quarantine now applies to this user, too. */
  readonly quarantineSourceIds: readonly string[];
  readonly defaultWorkspace: ProductionWorkspace | null;
}

const closedMessage = 'This account is being deleted. You can sign up again when it is deleted.';

/**
 * Creates or updates the user of an identity from the provider's claims, in the caller's transaction. When several first
 * logins of one identity run concurrently, the unique index on the identity lets one of them create the user and the default
 * workspace.
 */
export async function upsertUserFromClaims(
  claims: IdentityClaims,
  context: DbContext,
  services: Services,
): Promise<UpsertResult> {
  const tx = context.db;
  const email = parseEmail(claims);
  await lockEmail(email, tx);
  const identity = { email, emailVerified: claims.email_verified, auth0Id: claims.sub };
  const locked = await claimForUpdate(identity, tx);
  await identityUserForUpdate(claims.sub, tx);
  const before = await tx.user.findUnique({ where: { auth0Id: claims.sub } });
  if (before && (await isAccountClosed(before.id, tx))) throw apiError('LoginNotFinished', { message: closedMessage });
  const isFirstLogin = await createUserOnce(claims, email, tx, services.settings);
  const user = await tx.user.update({
    where: { auth0Id: claims.sub },
    data: {
      email,
      emailVerified: claims.email_verified,
      mailboxHash: services.hashMailbox(email),
      providerPictureUrl: parsePicture(claims),
      lastLoginAt: await databaseNow(tx),
    },
  });
  // The session of this login is created afterwards.
  const revokedStaffSessions = await revokeStaffSessions(user, null, tx, services.settings);
  const provenAt = isAuthoritative(user, services.settings) ? loginTimestamp(claims, await databaseNow(tx)) : null;
  const claimed = locked && (await claimPreProvisionedUser(locked, user, provenAt, tx, services.settings));
  const quarantineSourceIds = await propagateQuarantine(user, before, tx, services.settings);
  if (before) await enqueueEmailChangedEmail(before, user, tx);
  await syncBillingEmail(user, tx);
  await requestBillingSetup(user, tx, services);
  const createsDefault = isFirstLogin && services.settings.CREATE_DEFAULT_WORKSPACE;
  const defaultWorkspace = createsDefault ? await createDefaultWorkspace(user, context, services) : null;
  return {
    user,
    isFirstLogin,
    claimed,
    revokedStaffSessions,
    quarantineSourceIds,
    defaultWorkspace,
  };
}

/** Returns whether this transaction created the user. */
async function createUserOnce(
  claims: IdentityClaims,
  email: string,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<boolean> {
  const { count } = await tx.user.createMany({
    data: [
      {
        id: newId(),
        auth0Id: claims.sub,
        email,
        ...profileFromClaims(claims, email, settings),
        signedUpAt: await databaseNow(tx),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * Creates no default workspace if staff prepared one: a workspace that this login has just claimed, or one that waits for a
 * proof of the mailbox.
 */
async function createDefaultWorkspace(
  user: User,
  context: DbContext,
  { settings }: Services,
): Promise<ProductionWorkspace | null> {
  const owned = await context.db.membership.count({
    where: {
      role: 'OWNER',
      workspace: { deletedAt: null },
      user: { OR: [{ id: user.id }, { email: user.email, auth0Id: null }] },
    },
  });
  if (owned > 0) return null;
  return createProductionWorkspace(user, { isDefault: true }, context, settings);
}
