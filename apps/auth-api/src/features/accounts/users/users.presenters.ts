import type { User as UserResponse } from '@portal/contract';
import type { UserActor } from '../../../request/account/actor.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { needsTosUpdate, type LegalLibrary } from '../../../request/account/legal-documents.ts';
import { toIsoTimestamp } from '../../../platform/lib/iso-timestamp.ts';
import { getLock } from '../../../request/account/account-lock.ts';

/** The user may have changed since the actor was read. */
export function toUser(
  user: User,
  legal: LegalLibrary,
  { now, deletionDueAt }: Pick<UserActor, 'now' | 'deletionDueAt'>,
): UserResponse {
  const [quarantine, suspension] = [getLock('quarantine', user, now), getLock('suspension', user, now)];
  const lock = quarantine ?? suspension;
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    nickname: user.nickname,
    emailVerified: user.emailVerified,
    pictureUrl: user.pictureUrl,
    providerPictureUrl: user.providerPictureUrl,
    githubUsername: user.githubUsername,
    discordUsername: user.discordUsername,
    auth0Id: user.auth0Id,
    quarantinedAt: toIsoTimestamp(quarantine?.startedAt),
    suspendedAt: toIsoTimestamp(suspension?.startedAt),
    // The reason is shown only to a verified address, like the email about the lock.
    lockOut: lock && { until: toIsoTimestamp(lock.endsAt), reason: user.emailVerified ? lock.reason : null },
    deletionDueAt: toIsoTimestamp(deletionDueAt),
    needsTosUpdate: needsTosUpdate(user, legal),
    latestTosVersion: legal.currentVersionId,
    onboardingDetails: {
      reviewedProfile: toIsoTimestamp(user.reviewedProfileAt),
      showsFirstSteps: user.showsFirstSteps,
    },
  };
}
