import type { UserActor } from '../../../request/account/actor.ts';
import { actionsForSubject, isStaffAction } from '../../../request/audit/action-groups.ts';
import { decryptEntries, withoutOtherKeys } from '../../../request/audit/decrypt-entries.ts';
import { getLock } from '../../../request/account/account-lock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { isMailboxProven } from '../../workspaces/invitations/mailbox-proof.ts';
import type { Services } from '../../../request/call/services.ts';
import type { ZipPart } from '../../../request/responses/zip-file.ts';
import { inOrder, shortTable, table, toParts, type Table } from './export-table.ts';
import {
  authTokens,
  createdWorkspaces,
  memberships,
  ownershipOffers,
  ownershipReassignments,
  receivedInvitations,
  rolesIn,
  sentInvitations,
  serviceAccounts,
} from './export-workspaces.ts';
import { selectExported } from './personal-data.ts';

/** What the export reads from. */
type ExportContext = Pick<Services, 'db' | 'hashMailbox' | 'settings'>;

/**
 * The files of a user's export: a JSON and a CSV file for each table. They contain what the user may see in the product now, and what
 * was written for them. Source: decision 39.
 */
export async function* exportParts(actor: UserActor, context: ExportContext): AsyncGenerator<ZipPart[]> {
  for (const table of tablesOf(actor, context)) yield* toParts(table);
}

function tablesOf(actor: UserActor, context: ExportContext): Table[] {
  const { db, hashMailbox, settings } = context;
  const { id: userId } = actor.user;
  // What is about a mailbox belongs to its owner only.
  const mailboxHash = isMailboxProven(actor, settings) ? hashMailbox(actor.user.email) : null;
  return [
    shortTable('profile', selectExported('User'), async (select) =>
      (await db.user.findMany({ where: { id: userId }, select })).map((row) => ({
        ...row,
        ...suspensionOf(actor),
      })),
    ),
    shortTable('accepted-terms', selectExported('TosAgreement'), (select) =>
      db.tosAgreement.findMany({ where: { userId }, select, orderBy: { agreedAt: 'asc' } }),
    ),
    table('sessions', selectExported('Session'), (select, next) =>
      db.session.findMany({ where: { userId, ...next }, select, ...inOrder }),
    ),
    shortTable('terminal-logins', selectExported('TerminalLogin'), (select) =>
      db.terminalLogin.findMany({ where: { session: { userId } }, select, orderBy: { sessionId: 'asc' } }),
    ),
    memberships(userId, context),
    createdWorkspaces(userId, context),
    sentInvitations(userId, context),
    receivedInvitations(actor, context),
    shortTable('proofs-of-mailboxes', selectExported('InvitationProof'), (select) =>
      db.invitationProof.findMany({ where: { userId }, select, orderBy: { createdAt: 'asc' } }),
    ),
    ownershipOffers(actor, context),
    ownershipReassignments(userId, context),
    authTokens(userId, context),
    serviceAccounts(userId, context),
    table('instance-tokens', selectExported('InstanceToken'), (select, next) =>
      db.instanceToken.findMany({ where: { userId, ...next }, select, ...inOrder }),
    ),
    shortTable('billing', selectExported('BillingAccount'), (select) =>
      db.billingAccount.findMany({ where: { userId }, select }),
    ),
    shortTable('billing-emails', selectExported('BillingEmail'), (select) =>
      db.billingEmail.findMany({ where: { userId }, select, orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }] }),
    ),
    table('invoices', selectExported('Invoice'), (select, next) =>
      db.invoice.findMany({ where: { userId, ...next }, select, ...inOrder }),
    ),
    shortTable('billing-contacts', selectExported('BillingContact'), (select) =>
      db.billingContact.findMany({ where: { userId }, select, orderBy: { id: 'asc' } }),
    ),
    table('emails-to-billing-contacts', selectExported('BillingContactEmail'), (select, next) =>
      db.billingContactEmail.findMany({ where: { contact: { userId }, ...next }, select, ...inOrder }),
    ),
    table('invitation-emails', selectExported('InvitationEmail'), async (select, next) =>
      mailboxHash === null ? [] : db.invitationEmail.findMany({ where: { mailboxHash, ...next }, select, ...inOrder }),
    ),
    shortTable('stopped-invitation-emails', selectExported('SuppressedAddress'), async (select) =>
      mailboxHash === null ? [] : db.suppressedAddress.findMany({ where: { addressHash: mailboxHash }, select }),
    ),
    table('pending-emails', selectExported('AccountEmail'), (select, next) =>
      db.accountEmail.findMany({ where: { userId, ...next }, select, ...inOrder }),
    ),
    shortTable('terms-emails', selectExported('TermsEmail'), (select) =>
      db.termsEmail.findMany({ where: { userId }, select }),
    ),
    shortTable('muted-emails', selectExported('MutedEmail'), (select) =>
      db.mutedEmail.findMany({ where: { userId }, select }),
    ),
    shortTable('account-deletion', selectExported('AccountDeletion'), (select) =>
      db.accountDeletion.findMany({ where: { userId }, select }),
    ),
    shortTable('known-devices', selectExported('KnownDevice'), (select) =>
      db.knownDevice.findMany({ where: { userId }, select, orderBy: { firstSeenAt: 'asc' } }),
    ),
    stripeEvents(userId, context),
    ownActions(userId, context),
    actionsByOthers(userId, context),
  ];
}

/** The suspension as the user sees it: only while it is in force, and the reason only with a verified address. */
function suspensionOf({ user, now }: UserActor): Pick<User, 'suspendedAt' | 'suspendedUntil' | 'suspensionReason'> {
  const lock = getLock('suspension', user, now);
  return {
    suspendedAt: lock?.startedAt ?? null,
    suspendedUntil: lock?.endsAt ?? null,
    suspensionReason: (user.emailVerified && lock?.reason) || null,
  };
}

/** What Stripe reported about the user's customer. */
function stripeEvents(userId: string, { db }: DbContext): Table {
  return table('stripe-events', selectExported('StripeEvent'), async (select, next) => {
    const account = await db.billingAccount.findUnique({ where: { userId }, select: { customerId: true } });
    const customerId = account?.customerId ?? null;
    return customerId === null ? [] : db.stripeEvent.findMany({ where: { customerId, ...next }, select, ...inOrder });
  });
}

/**
 * What the user did. What staff did to customers is without the customers: they are not data of the staff member. What the user did in a
 * workspace that they lost is without the values about others.
 */
const ownActions = (userId: string, context: DbContext) =>
  table(
    'actions',
    selectExported('AuditEntry'),
    (select, next) => context.db.auditEntry.findMany({ where: { actorUserId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      const ownKey = await context.db.personalKey.findUnique({ where: { userId }, select: { id: true } });
      const shown = rows.map((row) => {
        if (isStaffAction(row.action)) return { ...row, workspaceId: null, subjectUserId: null, details: null };
        if (row.workspaceId === null || roles.has(row.workspaceId)) return row;
        const subjectUserId = row.subjectUserId === userId ? userId : null;
        return { ...row, subjectUserId, details: withoutOtherKeys(row.details, ownKey?.id) };
      });
      return (await decryptEntries(shown, context)).map(({ erased: _, ...row }) => row);
    },
  );

/** What others did to the user. It does not say who, from where and why: these are data of the others. */
const actionsByOthers = (userId: string, { db }: DbContext) =>
  table('actions-by-others', { id: true, occurredAt: true, action: true, workspaceId: true } as const, (select, next) =>
    db.auditEntry.findMany({
      where: {
        subjectUserId: userId,
        OR: [{ actorUserId: null }, { actorUserId: { not: userId } }],
        action: { in: actionsForSubject },
        ...next,
      },
      select,
      ...inOrder,
    }),
  );
