import { formatUtcDateTime } from '@portal/contract';
import { databaseNow } from '../../platform/db/clock.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { contactSupport } from './layout/content.ts';

interface TermsDetails {
  readonly versionId: string;
  readonly refusedAt: string;
}

interface Terms {
  readonly versionId: string;
  /** From when the tokens are refused. */
  readonly refusedAt: Date;
  readonly ownTokens: number;
  /** The tokens of service accounts in the workspaces of the user. */
  readonly serviceAccountTokens: number;
}

/** For a user who has not accepted the current terms, before they count for API tokens, too. */
export const termsForTokens: AccountEmailDefinition<TermsDetails, Terms> = {
  optional: false,
  urgency: 'attention',
  async read({ versionId, refusedAt }, { db, userId }) {
    const now = await databaseNow(db);
    const { tosVersionId } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    if ((tosVersionId ?? '') >= versionId || new Date(refusedAt) <= now) return null;
    const active = { revokedAt: null, expiresAt: { gt: now } };
    const ownTokens = await db.authToken.count({ where: { ...active, userId } });
    const workspace = { deletedAt: null, memberships: { some: { userId, role: 'OWNER' as const } } };
    const serviceAccountTokens = await db.authToken.count({ where: { ...active, userId: null, workspace } });
    if (ownTokens + serviceAccountTokens === 0) return null;
    return { versionId, refusedAt: new Date(refusedAt), ownTokens, serviceAccountTokens };
  },
  render({ versionId, refusedAt, ownTokens, serviceAccountTokens }, settings) {
    const refused = formatUtcDateTime(refusedAt);
    return {
      subject: 'Accept the new terms so that your API tokens keep working',
      sentence: `Your API tokens stop working on ${refused}, unless you accept.`,
      link: { label: 'Read and accept the terms', href: `${settings.PORTAL_URL}/review-legal` },
      ...(serviceAccountTokens > 0 && {
        paragraphs: ['This includes the API tokens of the service accounts in the workspaces that you own.'],
      }),
      facts: {
        'Version of the terms': versionId,
        ...(ownTokens > 0 && { 'Your API tokens': String(ownTokens) }),
        ...(serviceAccountTokens > 0 && { 'Service account tokens': String(serviceAccountTokens) }),
      },
      advice: {
        when: 'If you do not want to accept them',
        steps: [contactSupport(settings)],
      },
    };
  },
};
