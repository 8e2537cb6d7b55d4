import type { User as UserOnTheWire } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import { needsTosUpdate, type LegalLibrary } from '../legal-documents.ts';
import { moment } from '../moment.ts';
import { lockOutOf } from './lock-outs.ts';

/** A user as they see themselves. */
export function presentUser(user: User, legal: LegalLibrary, now: Date): UserOnTheWire {
  const [quarantine, suspension] = [lockOutOf('quarantine', user, now), lockOutOf('suspension', user, now)];
  const lockOut = quarantine ?? suspension;
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
    quarantinedAt: moment(quarantine?.beganAt),
    suspendedAt: moment(suspension?.beganAt),
    // What staff wrote is for whom the address belongs to, as the mail is.
    lockOut: lockOut && { until: moment(lockOut.endsAt), reason: user.emailVerified ? lockOut.reason : null },
    needsTosUpdate: needsTosUpdate(user, legal),
    latestTosVersion: legal.currentVersionId,
    onboardingDetails: { reviewedProfile: moment(user.reviewedProfileAt) },
  };
}
