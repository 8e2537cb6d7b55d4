import type { User } from '../generated/prisma/client.ts';
import type { DbContext } from '../db/transaction.ts';
import type { HashMailbox } from '../lib/hash-mailbox.ts';
import { isStaffAction, staffReadActions } from '../audit/action-groups.ts';
import { decryptEntries } from '../audit/decrypt-entries.ts';
import { toCsvFile } from '../pipeline/csv-file.ts';
import type { ZipEntry } from '../pipeline/zip-file.ts';
import { selectExported } from './personal-data.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table of the export, read in batches so that a long one does not fill the memory. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: () => AsyncIterable<readonly Row[]>;
}

const batchSize = 1_000;

interface ExportContext extends DbContext {
  readonly hashMailbox: HashMailbox;
}

/** The files of a user's export: one JSON file with every table, and a CSV file for each table. */
export function exportFiles(user: User, context: ExportContext): ZipEntry[] {
  const tables = tablesOf(user, context);
  return [
    { name: 'account.json', parts: toJson(tables) },
    ...tables.map(({ name, columns, batches }) => {
      const cells = columns.map((column) => [column, (row: Row) => toCell(row[column])] as const);
      const { fileName, parts } = toCsvFile(`${name}.csv`, Object.fromEntries(cells), batches());
      return { name: fileName, parts };
    }),
  ];
}

function tablesOf({ id: userId, email, emailVerified }: User, { db, hashMailbox }: ExportContext): Table[] {
  // What waits for an address belongs to its owner only.
  const verifiedAddress = emailVerified ? email : null;
  return [
    table('profile', selectExported('User'), (select) => db.user.findMany({ where: { id: userId }, select })),
    table('accepted-terms', selectExported('TosAgreement'), (select) =>
      db.tosAgreement.findMany({ where: { userId }, select, orderBy: { agreedAt: 'asc' } }),
    ),
    table('sessions', selectExported('Session'), (select) =>
      db.session.findMany({ where: { userId }, select, orderBy: { createdAt: 'asc' } }),
    ),
    table('memberships', selectExported('Membership'), (select) =>
      db.membership.findMany({ where: { userId }, select, orderBy: { createdAt: 'asc' } }),
    ),
    table('created-workspaces', selectExported('Workspace'), (select) =>
      db.workspace.findMany({ where: { creatorUserId: userId }, select, orderBy: { id: 'asc' } }),
    ),
    table('invitations', selectExported('Invitation'), (select) =>
      db.invitation.findMany({ where: isInvitedOrInviter(userId), select, orderBy: { id: 'asc' } }),
    ),
    table('proofs-of-mailboxes', selectExported('InvitationProof'), (select) =>
      db.invitationProof.findMany({ where: { userId }, select, orderBy: { createdAt: 'asc' } }),
    ),
    table('ownership-offers', selectExported('OwnershipOffer'), (select) =>
      db.ownershipOffer.findMany({ where: isParty(userId), select, orderBy: { id: 'asc' } }),
    ),
    table('ownership-reassignments', selectExported('OwnershipReassignment'), (select) =>
      db.ownershipReassignment.findMany({ where: isParty(userId), select, orderBy: { id: 'asc' } }),
    ),
    table('api-tokens', selectExported('AuthToken'), (select) =>
      db.authToken.findMany({ where: { creatorUserId: userId }, select, orderBy: { id: 'asc' } }),
    ),
    table('instance-tokens', selectExported('InstanceToken'), (select) =>
      db.instanceToken.findMany({ where: { userId }, select, orderBy: { id: 'asc' } }),
    ),
    table('billing', selectExported('BillingAccount'), (select) =>
      db.billingAccount.findMany({ where: { userId }, select }),
    ),
    table('billing-emails', selectExported('BillingEmail'), (select) =>
      db.billingEmail.findMany({ where: { userId }, select, orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }] }),
    ),
    table('invitation-emails', selectExported('InvitationEmail'), async (select) =>
      verifiedAddress === null
        ? []
        : db.invitationEmail.findMany({ where: { mailboxHash: hashMailbox(verifiedAddress) }, select }),
    ),
    table('stopped-invitation-emails', selectExported('SuppressedAddress'), async (select) =>
      verifiedAddress === null
        ? []
        : db.suppressedAddress.findMany({ where: { addressHash: hashMailbox(verifiedAddress) }, select }),
    ),
    table('pending-emails', selectExported('AccountEmail'), (select) =>
      db.accountEmail.findMany({ where: { userId }, select, orderBy: { id: 'asc' } }),
    ),
    table('muted-emails', selectExported('MutedEmail'), (select) =>
      db.mutedEmail.findMany({ where: { userId }, select }),
    ),
    table('account-deletion', selectExported('AccountDeletion'), (select) =>
      db.accountDeletion.findMany({ where: { userId }, select }),
    ),
    table('known-devices', selectExported('KnownDevice'), (select) =>
      db.knownDevice.findMany({ where: { userId }, select, orderBy: { firstSeenAt: 'asc' } }),
    ),
    stripeEvents(userId, { db }),
    ownActions(userId, { db }),
    actionsByOthers(userId, { db }),
  ];
}

/** Of the invitations to the user's address, only those that they may see: a verified address does not prove the mailbox. */
const isInvitedOrInviter = (userId: string) => ({ OR: [{ inviterId: userId }, { proofs: { some: { userId } } }] });

const isParty = (userId: string) => ({ OR: [{ fromUserId: userId }, { toUserId: userId }] });

const table = <Select extends object>(
  name: string,
  select: Select,
  read: (select: Select) => Promise<Row[]>,
): Table => ({
  name,
  columns: Object.keys(select),
  async *batches() {
    yield await read(select);
  },
});

/** What Stripe reported about the user's customer. */
function stripeEvents(userId: string, { db }: DbContext): Table {
  const select = selectExported('StripeEvent');
  return {
    name: 'stripe-events',
    columns: Object.keys(select),
    async *batches() {
      const account = await db.billingAccount.findUnique({ where: { userId }, select: { customerId: true } });
      if (!account || account.customerId === null) return;
      const { customerId } = account;
      yield* inBatches((after) =>
        db.stripeEvent.findMany({
          where: { customerId, ...(after !== null && { id: { gt: after } }) },
          select,
          orderBy: { id: 'asc' },
          take: batchSize,
        }),
      );
    },
  };
}

/** What the user did. What staff did to customers is without the customers: they are not data of the staff member. */
function ownActions(userId: string, { db }: DbContext): Table {
  const select = selectExported('AuditEntry');
  const read = async (after: string | null) => {
    const rows = await db.auditEntry.findMany({
      where: { actorUserId: userId, ...(after !== null && { id: { gt: after } }) },
      select,
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    return (await decryptEntries(rows, { db })).map(({ erased: _, ...row }) =>
      isStaffAction(row.action) ? { ...row, workspaceId: null, subjectUserId: null, details: null } : row,
    );
  };
  return { name: 'actions', columns: Object.keys(select), batches: () => inBatches(read) };
}

/** What others did to the user. It does not say who, from where and why: these are data of the others. */
function actionsByOthers(userId: string, { db }: DbContext): Table {
  const select = { id: true, occurredAt: true, action: true, workspaceId: true } as const;
  return {
    name: 'actions-by-others',
    columns: Object.keys(select),
    batches: () =>
      inBatches((after) =>
        db.auditEntry.findMany({
          where: {
            subjectUserId: userId,
            actorUserId: { not: userId },
            action: { notIn: staffReadActions },
            ...(after !== null && { id: { gt: after } }),
          },
          select,
          orderBy: { id: 'asc' },
          take: batchSize,
        }),
      ),
  };
}

async function* inBatches<R extends { id: string }>(read: (after: string | null) => Promise<R[]>): AsyncGenerator<R[]> {
  for (let after: string | null = null; ;) {
    const rows: R[] = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? null;
  }
}

async function* toJson(tables: readonly Table[]): AsyncGenerator<string> {
  let tableSeparator = '{\n';
  for (const { name, batches } of tables) {
    yield `${tableSeparator}${JSON.stringify(name)}: [`;
    tableSeparator = ',\n';
    let rowSeparator = '\n';
    for await (const rows of batches()) {
      if (rows.length === 0) continue;
      yield rowSeparator + rows.map((row) => JSON.stringify(row)).join(',\n');
      rowSeparator = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

function toCell(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
