import { impersonationError, type userCalls } from '@portal/contract';
import { enqueueEmailChangedEmail } from '../../emails/enqueue-account-email.ts';
import { propagateQuarantine, quarantineDetails } from '../locks/propagate-quarantine.ts';
import { hasMoved, moveLocks, movedLockDetails, preProvisionedUserAndAccountsForUpdate } from '../locks/move-locks.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { readIntentCookie } from '../../../request/auth/session-cookie.ts';
import { requestBillingSetup, syncBillingEmail } from '../../billing/request-billing-setup.ts';
import { ApiError, apiError, invalidField } from '../../../platform/errors/api-error.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { ActorContext, Handlers, HttpContext, UpstreamContext } from '../../../request/call/types.ts';
import { completeIntent } from '../../workspaces/invitations/invitation-intents.ts';
import { findPreparedWorkspace } from '../../workspaces/invitations/pre-provisioned-users.ts';
import {
  productionWorkspaceName,
  renameProductionWorkspaces,
  workspacesToRename,
} from '../../workspaces/production-workspaces.ts';
import { listEarlierLogins } from './earlier-logins.ts';
import { readIdentity } from './read-identity.ts';
import { revokeStaffSessions, staffRevocationDetails } from './revoke-staff-sessions.ts';
import { toUser } from './users.presenters.ts';

export const userHandlers: Handlers<typeof userCalls> = {
  updateProfile: {
    locks: {
      changes: ['user'],
      workspaces: ({ body: { nickname } }, { actor, db }) => workspacesToRename(actor.user, nickname, { db }),
    },
    async execute({ body }, context) {
      const { actor, db, services } = context;
      const { nickname } = body;
      // A stored name may be older than the rule, and clients send all fields back.
      const isRenamed = nickname !== undefined && nickname !== actor.user.nickname;
      const nameError = isRenamed ? impersonationError(nickname, services.settings.PRODUCT_NAME) : null;
      if (nameError) throw invalidField('body.nickname', nameError);
      const data = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const user = await db.user.update({ where: { id: actor.user.id }, data });
      if (isRenamed) await renameWorkspacesOf(nickname, context);
      return { user: toUser(user, services.legal, actor) };
    },
  },

  completeProfile: {
    locks: { changes: ['user'] },
    async execute(_input, { actor, db, services }) {
      await db.user.updateMany({
        where: { id: actor.user.id, reviewedProfileAt: null },
        data: { reviewedProfileAt: actor.now, showsFirstSteps: true },
      });
      const user = await db.user.findUniqueOrThrow({ where: { id: actor.user.id } });
      await requestBillingSetup(user, db, services);
      return { user: toUser(user, services.legal, actor) };
    },
  },

  refreshAuth0Profile: {
    locks: { changes: ['user'] },
    async execute(_input, context) {
      const { user, preparedWorkspacesWaiting } = await refreshProfile('refreshAuth0Profile', context);
      return { user: toUser(user, context.services.legal, context.actor), preparedWorkspacesWaiting };
    },
  },

  listOtherLogins: async (_input, context) => ({ methods: await listEarlierLogins(context) }),

  resendEmailVerification: {
    locks: { changes: ['user'] },
    async execute(_input, context) {
      const { user } = await refreshProfile('resendEmailVerification', context).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status >= 500) await context.refundFailure();
        throw error;
      });
      if (user.emailVerified) throw apiError('EmailAlreadyVerified');
      // Not refunded: without a response, the provider may have sent the email.
      await context.services.identityProvider.sendVerificationEmail(identityOf(context));
      return {};
    },
  },
};

/** Renames the production workspaces of the user. Their activity says so, as it does after a rename by hand. */
async function renameWorkspacesOf(newNickname: string, { actor, db, request }: ActorContext): Promise<void> {
  const { user } = actor;
  const ids = await workspacesToRename(user, newNickname, { db });
  await renameProductionWorkspaces(ids, newNickname, { db });
  const displayName = personalTo(user.id, {
    from: productionWorkspaceName(user.nickname),
    to: productionWorkspaceName(newNickname),
  });
  const entry = { action: 'updateWorkspace', actor: { userId: user.id }, credential: actor.credential.kind, request };
  await writeAuditEntries(
    ids.map((workspaceId) => ({ ...entry, workspaceId, details: { displayName } })),
    { db },
  );
}

interface RefreshedProfile {
  readonly user: User;
  /** Whether staff prepared workspaces for the verified address, which wait for a proof of the mailbox. */
  readonly preparedWorkspacesWaiting: boolean;
}

/**
 * Updates email address and verification from the identity provider. Restrictions apply at once: staff rights end if the
 * address is no longer a staff address, and locks follow the address. Workspaces that staff prepared wait for a proof of
 * the mailbox, because the user of this session may not be the one who verified the address. An acceptance of an invitation that waited
 * for the verified address has that proof, and is completed. Locks, the end of staff sessions and the acceptance are written to the audit
 * log.
 */
async function refreshProfile(
  action: keyof typeof userCalls,
  context: ActorContext & UpstreamContext & HttpContext,
): Promise<RefreshedProfile> {
  const { req, request, services } = context;
  const auth0Id = identityOf(context);
  const { email, emailVerified, pictureUrl } = await readIdentity(auth0Id, action, context);
  return context.inTransaction({ emails: [email] }, async ({ db, actor }) => {
    const locked = emailVerified ? await preProvisionedUserAndAccountsForUpdate({ email, auth0Id }, db) : null;
    const before = actor.user;
    const user = await db.user.update({
      where: { id: before.id },
      data: { email, emailVerified, mailboxHash: services.hashMailbox(email), providerPictureUrl: pictureUrl },
    });
    await enqueueEmailChangedEmail(before, user, db);
    const currentIdHash = actor.credential.kind === 'session' ? actor.credential.idHash : null;
    const revokedStaffSessions = await revokeStaffSessions(user, currentIdHash, db, services.settings);
    const moved = locked && (await moveLocks(locked, user, db, services.settings));
    const quarantineSourceIds = await propagateQuarantine(user, before, db, services.settings);
    await syncBillingEmail(user, db);
    await requestBillingSetup(user, db, services);
    const preparedWorkspacesWaiting = emailVerified && (await findPreparedWorkspace(email, { db })) !== null;
    const hasMovedLocks = moved !== null && hasMoved(moved);
    const isRestricted = hasMovedLocks || quarantineSourceIds.length > 0 || revokedStaffSessions > 0;
    const current = isRestricted ? await db.user.findUniqueOrThrow({ where: { id: user.id } }) : user;
    const secret = readIntentCookie(req, services.settings);
    const accepted = await completeIntent({ secret, user: current, request }, { db, services });
    const details = {
      ...(locked &&
        hasMovedLocks && {
          lockedLike: { preProvisionedUserId: locked.preProvisionedUser.id, ...movedLockDetails(moved) },
        }),
      ...staffRevocationDetails(revokedStaffSessions),
      ...quarantineDetails(quarantineSourceIds),
    };
    const entry = { action, actor: { userId: user.id }, credential: actor.credential.kind, request, details };
    await writeAuditEntries([...(isRestricted ? [entry] : []), ...accepted], { db });
    return { user: current, preparedWorkspacesWaiting };
  });
}

function identityOf({ actor }: ActorContext): string {
  if (actor.user.auth0Id === null) throw apiError('NoLoginToRefresh');
  return actor.user.auth0Id;
}
