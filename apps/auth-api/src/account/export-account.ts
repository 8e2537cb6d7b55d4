import type { Actor } from '../auth/actor.ts';
import { actionsForSubject, isStaffAction } from '../audit/action-groups.ts';
import { decryptEntries, withoutOtherKeys } from '../audit/decrypt-entries.ts';
import { getLock } from '../account-locks/account-lock.ts';
import type { DbContext } from '../db/transaction.ts';
import type { User, WorkspaceRole } from '../generated/prisma/client.ts';
import { listInvitationsOfUser } from '../invitations/invitations.queries.ts';
import { hashMailbox } from '../lib/hash-mailbox.ts';
import { csvHeader, csvLines } from '../pipeline/csv-file.ts';
import type { ZipPart } from '../pipeline/zip-file.ts';
import { selectExported } from './personal-data.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table of the export. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** Small enough that other requests hardly wait while a batch is decrypted and compressed. */
const batchSize = 250;

/** After this many rows a table continues in further files, because the ZIP file keeps the CSV file in memory until the JSON file ends. */
const rowsPerFile = 10_000;

/** For a query of a batch: the order, and the size. */
const inOrder = { orderBy: { id: 'asc' }, take: batchSize } as const;

/**
 * The files of a user's export: a JSON and a CSV file for each table. They contain what the user may see in the product now, and what
 * was written for them. Source: decision 39.
 */
export async function* exportParts(actor: Actor, context: DbContext): AsyncGenerator<ZipPart[]> {
  for (const table of tablesOf(actor, context)) yield* toParts(table);
}

function tablesOf(actor: Actor, context: DbContext): Table[] {
  const { db } = context;
  const { id: userId } = actor.user;
  const mailboxHash = provenAddress(actor) === null ? null : hashMailbox(actor.user.email);
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
    memberships(userId, context),
    createdWorkspaces(userId, context),
    sentInvitations(userId, context),
    receivedInvitations(actor, context),
    ownershipOffers(actor, context),
    ownershipReassignments(userId, context),
    authTokens(userId, context),
    table('instance-tokens', selectExported('InstanceToken'), (select, next) =>
      db.instanceToken.findMany({ where: { userId, ...next }, select, ...inOrder }),
    ),
    shortTable('billing', selectExported('BillingAccount'), (select) =>
      db.billingAccount.findMany({ where: { userId }, select }),
    ),
    shortTable('billing-emails', selectExported('BillingEmail'), (select) =>
      db.billingEmail.findMany({ where: { userId }, select, orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }] }),
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

/** The address, if the login of the session proved it. What waits for an address belongs to its owner only. */
function provenAddress({ user: { email, emailVerified }, credential }: Actor): string | null {
  return emailVerified && credential.kind === 'session' && credential.verifiedEmail === email ? email : null;
}

/** The suspension as the user sees it: only while it is in force, and the reason only with a verified address. */
function suspensionOf({ user, now }: Actor): Pick<User, 'suspendedAt' | 'suspendedUntil' | 'suspensionReason'> {
  const lock = getLock('suspension', user, now);
  return {
    suspendedAt: lock?.startedAt ?? null,
    suspendedUntil: lock?.endsAt ?? null,
    suspensionReason: (user.emailVerified && lock?.reason) || null,
  };
}

function memberships(userId: string, { db }: DbContext): Table {
  const select = selectExported('Membership');
  const batches = inBatches(
    (after) =>
      db.membership.findMany({
        where: { userId, workspaceId: { gt: after } },
        select,
        orderBy: { workspaceId: 'asc' },
        take: batchSize,
      }),
    ({ workspaceId }) => workspaceId,
  );
  return { name: 'memberships', columns: Object.keys(select), batches };
}

/** The present values only of workspaces that the user can open. */
const createdWorkspaces = (userId: string, context: DbContext) =>
  table(
    'created-workspaces',
    selectExported('Workspace'),
    (select, next) => context.db.workspace.findMany({ where: { creatorUserId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(
        rows.map(({ id }) => ({ workspaceId: id })),
        userId,
        context,
      );
      return rows.map((row) => (roles.has(row.id) ? row : only(row, ['id', 'createdAt'])));
    },
  );

/** What became of an invitation only if the user can list the invitations of the workspace. */
const sentInvitations = (userId: string, context: DbContext) =>
  table(
    'sent-invitations',
    selectExported('Invitation'),
    (select, next) => context.db.invitation.findMany({ where: { inviterId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      const mayList = ({ workspaceId }: { workspaceId: string }) =>
        ['OWNER', 'APPROVER'].includes(roles.get(workspaceId) ?? '');
      return rows.map((row) => (mayList(row) ? row : only(row, ['id', 'workspaceId', 'sentAt'])));
    },
  );

/** The invitations that the user can accept. Those that they accepted or declined are among their actions. */
function receivedInvitations(actor: Actor, context: DbContext): Table {
  const columns = ['id', 'workspaceId', 'email', 'role', 'expiresAt'] as const;
  const email = provenAddress(actor);
  async function* batches() {
    if (email === null) return;
    const invitee = { id: actor.user.id, email };
    for (let after: string | undefined; ;) {
      const rows = await listInvitationsOfUser(invitee, after, batchSize, context);
      if (rows.length > 0)
        yield rows.map(({ id, workspaceId, role, expiresAt, ...row }) => ({
          id,
          workspaceId,
          email: row.email,
          role,
          expiresAt,
        }));
      if (rows.length < batchSize) return;
      after = rows.at(-1)?.id;
    }
  }
  return { name: 'received-invitations', columns, batches: batches() };
}

/** Without the other party. The time at which an expired offer was closed is that of the next offer, which can be to someone else. */
const ownershipOffers = ({ user: { id: userId }, now }: Actor, { db }: DbContext) =>
  table(
    'ownership-offers',
    selectExported('OwnershipOffer'),
    (select, next) => db.ownershipOffer.findMany({ where: { ...isParty(userId), ...next }, select, ...inOrder }),
    (rows) =>
      rows.map((row) => {
        const hasExpired = row.outcome === 'EXPIRED' || (row.outcome === null && row.expiresAt <= now);
        return {
          ...withoutOtherParty(row, userId),
          ...(hasExpired && { outcome: 'EXPIRED', closedAt: row.expiresAt }),
        };
      }),
  );

/**
 * The changes of the owner by staff. They notify the owner and give the reason to the owner only; the new owner learns of a change
 * when it is completed.
 */
const ownershipReassignments = (userId: string, { db }: DbContext) =>
  table(
    'ownership-reassignments',
    selectExported('OwnershipReassignment'),
    (select, next) =>
      db.ownershipReassignment.findMany({
        where: { OR: [{ fromUserId: userId }, { toUserId: userId, outcome: 'COMPLETED' }], ...next },
        select,
        ...inOrder,
      }),
    (rows) =>
      rows
        .map((row) => withoutOtherParty(row, userId))
        .map((row) =>
          row.fromUserId === userId ? row : only(row, ['id', 'workspaceId', 'toUserId', 'closedAt', 'outcome']),
        ),
  );

const isParty = (userId: string) => ({ OR: [{ fromUserId: userId }, { toUserId: userId }] });

const withoutOtherParty = <R extends { fromUserId: string; toUserId: string }>(row: R, userId: string) => ({
  ...row,
  fromUserId: row.fromUserId === userId ? userId : null,
  toUserId: row.toUserId === userId ? userId : null,
});

/** The owner of a workspace can rename the tokens of others. */
const authTokens = (userId: string, context: DbContext) =>
  table(
    'api-tokens',
    selectExported('AuthToken'),
    (select, next) => context.db.authToken.findMany({ where: { creatorUserId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      return rows.map((row) => (roles.has(row.workspaceId) ? row : { ...row, name: null }));
    },
  );

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
      where: { subjectUserId: userId, actorUserId: { not: userId }, action: { in: actionsForSubject }, ...next },
      select,
      ...inOrder,
    }),
  );

/** The user's roles in those workspaces of the rows that they can open now. */
async function rolesIn(
  rows: readonly { workspaceId: string | null }[],
  userId: string,
  { db }: DbContext,
): Promise<ReadonlyMap<string, WorkspaceRole>> {
  const ids = [...new Set(rows.map(({ workspaceId }) => workspaceId))].filter((id) => id !== null);
  const found = await db.membership.findMany({
    where: { userId, workspaceId: { in: ids }, workspace: { deletedAt: null, quarantinedAt: null } },
    select: { workspaceId: true, role: true },
  });
  return new Map(found.map(({ workspaceId, role }) => [workspaceId, role]));
}

/** A row with null in the other columns. */
const only = <R extends Row>(row: R, columns: readonly (keyof R & string)[]): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, columns.includes(name) ? value : null]));

/** A table that is read in batches, by the ids of its rows. `present` decides what the export shows of the rows. */
function table<Select extends object, R extends Row & { id: string }>(
  name: string,
  select: Select,
  read: (select: Select, next: { id: { gt: string } }) => Promise<R[]>,
  present: (rows: R[]) => readonly Row[] | Promise<readonly Row[]> = (rows) => rows,
): Table {
  async function* batches() {
    const found = inBatches(
      (after) => read(select, { id: { gt: after } }),
      ({ id }) => id,
    );
    for await (const rows of found) yield await present(rows);
  }
  return { name, columns: Object.keys(select), batches: batches() };
}

/** A table of which each user has few rows. */
function shortTable<Select extends object>(
  name: string,
  select: Select,
  read: (select: Select) => Promise<Row[]>,
): Table {
  async function* batches() {
    const rows = await read(select);
    if (rows.length > 0) yield rows;
  }
  return { name, columns: Object.keys(select), batches: batches() };
}

async function* inBatches<R>(read: (after: string) => Promise<R[]>, keyOf: (row: R) => string): AsyncGenerator<R[]> {
  for (let after = ''; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = keyOf(last);
  }
}

/** A table as a JSON and a CSV file, which are written side by side, so that the table is read once. */
async function* toParts({ name, columns, batches }: Table): AsyncGenerator<ZipPart[]> {
  const cells = Object.fromEntries(columns.map((column) => [column, (row: Row) => toCell(row[column])]));
  let fileNumber = 1;
  let rowsInFile = 0;
  const filesWith = (json: string, csv: string, isLast: boolean): ZipPart[] => {
    const baseName = fileNumber === 1 ? name : `${name}-${fileNumber}`;
    return [
      { name: `${baseName}.json`, text: json, isLast },
      { name: `${baseName}.csv`, text: rowsInFile === 0 ? csvHeader(cells) + csv : csv, isLast },
    ];
  };
  const ends = () => filesWith(rowsInFile === 0 ? '[]\n' : '\n]\n', '', true);
  for await (const rows of batches) {
    if (rowsInFile >= rowsPerFile) {
      yield ends();
      fileNumber += 1;
      rowsInFile = 0;
    }
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield filesWith((rowsInFile === 0 ? '[\n' : ',\n') + lines, csvLines(cells, rows), false);
    rowsInFile += rows.length;
  }
  yield ends();
}

function toCell(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
