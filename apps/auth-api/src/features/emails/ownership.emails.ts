import { formatUtcDateTime, objectionHours } from '@portal/contract';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { ServiceAccount } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { changePassword, contactSupport } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';
import { describeUser, quoteName } from './layout/safe-text.ts';
import { findWorkspaceAndUser, type NamedUser, type NamedWorkspace } from './names.ts';

interface Offer {
  readonly workspace: NamedWorkspace;
  /** The owner. */
  readonly from: NamedUser;
  readonly expiresAt: Date;
}

/** Notifies a member that the owner offers them the ownership, what it means, and where to accept or decline. */
export const ownershipOffered: AccountEmailDefinition<{ readonly offerId: string }, Offer> = {
  optional: false,
  urgency: 'attention',
  async read({ offerId }, { db }) {
    return db.ownershipOffer.findUnique({
      where: { id: offerId, closedAt: null, expiresAt: { gt: await databaseNow(db) } },
      include: { workspace: true, from: true },
    });
  },
  render({ workspace, from, expiresAt }, settings) {
    const [nickname, workspaceName] = [quoteName(from.nickname), quoteName(workspace.displayName)];
    return {
      subject: `You can become the owner of ${workspaceName}`,
      sentence: `${describeUser(from)} wants to make you the owner of ${workspaceName}.`,
      link: { label: 'Accept or decline', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      paragraphs: [
        `Nothing changes until you accept. If you accept, you can edit and delete the workspace, and ${nickname} becomes an approver. API tokens and instance sessions keep working. Webhooks pause until you resume them. Billing does not move: each account keeps its own.`,
      ],
      facts: { Workspace: workspaceName, 'Open until': formatUtcDateTime(expiresAt) },
      advice: {
        when: 'If you do not want this or did not expect it',
        steps: [{ label: `Decline the offer or ask ${nickname} about it` }, contactSupport(settings)],
      },
    };
  },
};

interface DeclineDetails {
  readonly workspaceId: string;
  readonly memberId: string;
}

interface DeclinedOffer {
  readonly workspace: NamedWorkspace;
  /** The member to whom the ownership was offered. */
  readonly member: NamedUser;
}

/** Notifies the owner that a member declined the ownership. */
export const ownershipDeclined: AccountEmailDefinition<DeclineDetails, DeclinedOffer> = {
  optional: false,
  urgency: 'information',
  async read({ workspaceId, memberId }, { db }) {
    const found = await findWorkspaceAndUser(workspaceId, memberId, { db });
    return found && { workspace: found.workspace, member: found.user };
  },
  render({ at, workspace, member }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    return {
      subject: `Your offer to transfer ${workspaceName} was declined`,
      sentence: `${describeUser(member)} does not want the workspace, so you stay its owner.`,
      link: { label: 'Open workspace settings', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      paragraphs: ['You can offer ownership to another member.'],
      facts: { Workspace: workspaceName, Declined: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not offer ownership',
        steps: [{ label: 'Log in and check the members of the workspace' }, contactSupport(settings)],
      },
    };
  },
};

interface MoveDetails {
  readonly workspaceId: string;
  readonly fromUserId: string;
  readonly toUserId: string;
  readonly isBySupport: boolean;
}

interface Move {
  readonly workspace: NamedWorkspace;
  readonly oldOwner: NamedUser;
  readonly newOwner: NamedUser;
  /** Whether the recipient is the new owner; otherwise the previous one. */
  readonly isNewOwner: boolean;
  readonly isBySupport: boolean;
  /** For the new owner: the live API tokens of service accounts, the most recently used first, and how many there are. */
  readonly tokens: readonly TokenOfServiceAccount[];
  readonly tokenCount: number;
}

interface TokenOfServiceAccount {
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly serviceAccount: Pick<ServiceAccount, 'name'> | null;
  /** Null once that account is deleted. */
  readonly createdBy: NamedUser | null;
}

/** How many tokens an email lists. */
const maxTokens = 10;

/** Notifies the previous or the new owner of the transfer, and of what it means for them. */
export const ownershipMoved: AccountEmailDefinition<MoveDetails, Move> = {
  optional: false,
  urgency: 'security',
  async read({ workspaceId, fromUserId, toUserId, isBySupport }, { db, userId }) {
    const found = await findWorkspaceAndUser(workspaceId, fromUserId, { db });
    const newOwner = await db.user.findUnique({ where: { id: toUserId } });
    if (!found || !newOwner) return null;
    const { workspace, user: oldOwner } = found;
    const isNewOwner = userId === toUserId;
    const isLive = { revokedAt: null, expiresAt: { gt: await databaseNow(db) } };
    const where = { workspaceId, serviceAccountId: { not: null }, ...isLive };
    const tokens = await db.authToken.findMany({
      where,
      include: { serviceAccount: true, createdBy: true },
      orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
      take: isNewOwner ? maxTokens : 0,
    });
    const tokenCount = isNewOwner ? await db.authToken.count({ where }) : 0;
    return { workspace, oldOwner, newOwner, isNewOwner, isBySupport, tokens, tokenCount };
  },
  render({ at, workspace, oldOwner, newOwner, isNewOwner, isBySupport, tokens, tokenCount }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const [subject, sentence, consequence] = isNewOwner
      ? [
          `You are now the owner of ${workspaceName}`,
          `You accepted the offer of ${describeUser(oldOwner)}.`,
          `You can now edit and delete the workspace and change roles. ${quoteName(oldOwner.nickname)} is now an approver.`,
        ]
      : [
          `The owner of ${workspaceName} has changed`,
          `${describeUser(newOwner)} accepted your offer and is now the owner.`,
          'You’re now an approver: you can invite and remove members, but no longer edit or delete the workspace.',
        ];
    return {
      subject,
      sentence: isBySupport
        ? `Support replaced ${describeUser(oldOwner)} with ${describeUser(newOwner)} as the owner.`
        : sentence,
      link: { label: 'Open the workspace', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      paragraphs: [
        consequence,
        `API tokens and instance sessions keep working. Webhooks are paused until ${isNewOwner ? 'you resume' : 'the new owner resumes'} them. Billing has not moved: each account keeps its own.`,
        ...(tokenCount === 0 ? [] : describeTokens(tokens, tokenCount, oldOwner)),
      ],
      facts: { Workspace: workspaceName, Changed: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not expect this',
        steps: isBySupport ? [contactSupport(settings)] : [changePassword(settings), contactSupport(settings)],
      },
    };
  },
};

/** A paragraph for each token, because the new owner decides which ones to replace. */
function describeTokens(tokens: readonly TokenOfServiceAccount[], count: number, oldOwner: NamedUser): string[] {
  const lines = tokens.map(({ name, serviceAccount, createdBy, lastUsedAt }) => {
    const by = createdBy ? describeUser(createdBy) : 'a deleted account';
    const use = lastUsedAt ? `last used ${formatUtcDateTime(lastUsedAt)}` : 'never used';
    return `${quoteName(name)} of ${quoteName(serviceAccount?.name ?? '')}: created by ${by}, ${use}.`;
  });
  const others = count > lines.length ? [`And ${count - lines.length} more.`] : [];
  const nickname = quoteName(oldOwner.nickname);
  return [
    `These API tokens of service accounts keep working, too. ${nickname} may still have their secrets: replace or revoke them.`,
    ...lines,
    ...others,
  ];
}

interface Reassignment {
  readonly workspace: Pick<NamedWorkspace, 'displayName'>;
  readonly from: Pick<NamedUser, 'email'>;
  readonly to: NamedUser;
  readonly reason: string;
}

/** Notifies the owner that staff want to change the owner, why, and how to object. */
export function ownershipReassignmentEmail(
  { workspace, from, to, reason }: Reassignment,
  objectionUrl: string,
  settings: Settings,
): Email {
  const workspaceName = quoteName(workspace.displayName);
  return renderEmail(
    {
      to: from.email,
      urgency: 'security',
      subject: `The owner of ${workspaceName} will change`,
      sentence: `In ${objectionHours} hours, support will make ${describeUser(to)} the owner.`,
      link: { label: 'Object and stay the owner', href: objectionUrl },
      paragraphs: [
        `Reason: ${reason}`,
        'If you object, nothing changes. Otherwise you become an approver. Your API tokens keep working, and your billing does not change.',
      ],
      facts: { Workspace: workspaceName },
      footnote: `Do not forward this email. Anyone with the link can object on your behalf. If you have questions, contact ${settings.SUPPORT_EMAIL}.`,
    },
    settings,
  );
}
