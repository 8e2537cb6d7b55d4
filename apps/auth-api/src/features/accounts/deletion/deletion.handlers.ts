import type { accountCalls, AccountDeletion as DeletionResponse } from '@portal/contract';
import { cancelDeletion, createDeletion, findPendingDeletion, isBlocked } from '../../../request/account/deletions.ts';
import {
  findOwnedWorkspaceIds,
  listOwnedWorkspaces,
  type OwnedWorkspace,
} from '../../../request/account/owned-workspaces.ts';
import { readMirroredInvoices, readUnpaidInvoices, readUnpaidInvoicesOrMirror } from './unpaid-invoices.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { AccountDeletion } from '../../../generated/prisma/client.ts';
import { invitationsToForUpdate, settleInvitations } from '../../workspaces/invitations/settle-invitations.ts';
import { toIsoTimestamp } from '../../../platform/lib/iso-timestamp.ts';
import type { ActorContext, Handlers, StoredResponse } from '../../../request/call/types.ts';
import type { Services } from '../../../request/call/services.ts';

type DeletionCalls = Pick<
  typeof accountCalls,
  'getAccountDeletion' | 'requestAccountDeletion' | 'cancelAccountDeletion'
>;

/** The current state, with the invoices of the mirror. */
const readDeletion = async ({ actor: { user }, db, services }: Pick<ActorContext, 'actor' | 'db' | 'services'>) =>
  toDeletion(
    await findPendingDeletion(user.id, db),
    await listOwnedWorkspaces(user.id, db),
    await readMirroredInvoices(user.id, { db }),
    services,
  );

/** A response lists workspaces, so it is read again instead of stored. */
const replay = {
  store: () => ({}),
  respond: (_stored: StoredResponse, context: ActorContext) => readDeletion(context),
};

export const deletionHandlers: Handlers<DeletionCalls> = {
  async getAccountDeletion(_input, { actor, db, services }) {
    const userId = actor.user.id;
    const invoices = await readUnpaidInvoicesOrMirror(userId, services);
    return toDeletion(await findPendingDeletion(userId, db), await listOwnedWorkspaces(userId, db), invoices, services);
  },

  requestAccountDeletion: {
    locks: {
      changes: ['user'],
      workspaces: (_input, { actor, db }) => findOwnedWorkspaceIds(actor.user.id, db),
    },
    /** Reads from Stripe first, without an open transaction. The job that closes the account checks everything again. */
    async execute(_input, { actor, audit, inTransaction, request, services }) {
      const { settings } = services;
      const userId = actor.user.id;
      const invoices = await readUnpaidInvoices(userId, services);
      // Written below, in the transaction of the change.
      audit.skip();
      return inTransaction({}, async ({ db }) => {
        const pending = await findPendingDeletion(userId, db);
        const workspaces = await listOwnedWorkspaces(userId, db);
        if (pending) return toDeletion(pending, workspaces, invoices, services);
        if (isBlocked(workspaces, invoices)) throw apiError('AccountDeletionBlocked');
        // An invitee who accepts would prevent the deletion.
        const workspaceIds = workspaces.map(({ workspaceId }) => workspaceId);
        const invitations = await settleInvitations(await invitationsToForUpdate(workspaceIds, {}, db), 'cancel', db);
        const deletion = await createDeletion(userId, settings.ACCOUNT_DELETION_GRACE_DAYS, db);
        await enqueueAccountEmail(
          'deletionRequested',
          userId,
          { requestedAt: deletion.requestedAt.toISOString(), workspaceIds },
          db,
        );
        const event = {
          action: 'requestAccountDeletion',
          actor: { userId },
          credential: actor.credential.kind,
          request,
          details: { dueAt: deletion.dueAt.toISOString(), ...invitations },
        };
        await writeAuditEntries([event], { db });
        return toDeletion(deletion, workspaces, invoices, services);
      });
    },
    replay,
  },

  cancelAccountDeletion: {
    locks: { changes: ['user'] },
    /** Needs no recent login: it changes nothing about the account, and the user is emailed. */
    async execute(_input, { actor, audit, db, services }) {
      const userId = actor.user.id;
      if (await cancelDeletion(userId, db)) await enqueueAccountEmail('deletionCancelled', userId, {}, db);
      else audit.skip();
      return readDeletion({ actor, db, services });
    },
    replay,
  },
};

type Invoices = readonly Omit<Extract<DeletionResponse['blockers'][number], { kind: 'unpaidInvoice' }>, 'kind'>[];

function toDeletion(
  pending: AccountDeletion | null,
  workspaces: readonly OwnedWorkspace[],
  invoices: Invoices,
  { settings }: Services,
): DeletionResponse {
  return {
    graceDays: settings.ACCOUNT_DELETION_GRACE_DAYS,
    requestedAt: toIsoTimestamp(pending?.requestedAt),
    dueAt: toIsoTimestamp(pending?.dueAt),
    blockers: [
      ...workspaces
        .filter(({ memberCount }) => memberCount > 0)
        .map(({ workspaceId, displayName, memberCount }) => ({
          kind: 'ownedWorkspace' as const,
          workspaceId,
          displayName,
          memberCount,
        })),
      ...invoices.map((invoice) => ({ kind: 'unpaidInvoice' as const, ...invoice })),
    ],
    workspaces: workspaces
      .filter(({ memberCount }) => memberCount === 0)
      .map(({ workspaceId, displayName }) => ({ workspaceId, displayName })),
  };
}
