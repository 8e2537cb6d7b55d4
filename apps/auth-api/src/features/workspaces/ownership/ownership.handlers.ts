import type { OwnershipOffer as OfferResponse, ownershipCalls } from '@portal/contract';
import { findPendingDeletion } from '../../../request/account/deletions.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { OwnershipOffer, User } from '../../../generated/prisma/client.ts';
import type { Handlers, MemberContext } from '../../../request/call/types.ts';
import { summarizeServiceAccountTokens } from '../../credentials/token-summaries.ts';
import { ownerChange } from './audit-details.ts';
import { getReassignmentForOwner } from './get-reassignment.ts';
import { partiesForUpdate } from './parties-for-update.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { closeOffer, createOffer, listOffersTo, openOffer, toMemberName } from './offers.ts';
import { objectionHandlers } from './objection.handlers.ts';

export const ownershipHandlers: Handlers<typeof ownershipCalls> = {
  listOwnershipOffers: async (_input, { actor, db }) => ({ offers: await listOffersTo(actor.user.id, actor.now, db) }),

  async getOwnershipOffer(_input, context) {
    const { actor, membership, db } = context;
    const { workspaceId, role } = membership;
    const ownerId = actor.user.id;
    const reassignment = role === 'OWNER' ? await getReassignmentForOwner({ workspaceId, ownerId }, db) : null;
    const offer = await findOpenOffer(context.membership.workspaceId, context);
    if (!offer) return { offer: null, reassignment };
    const users = await db.user.findMany({ where: { id: { in: [offer.fromUserId, offer.toUserId] } } });
    const from = users.find(({ id }) => id === offer.fromUserId);
    const to = users.find(({ id }) => id === offer.toUserId);
    const remaining = await summarizeServiceAccountTokens(workspaceId, actor.now, db);
    return { offer: from && to ? toOffer(offer, from, to) : null, remaining, reassignment };
  },

  offerOwnership: {
    locks: { changes: ['workspace'], users: ({ body: { userId } }) => [userId] },
    async execute({ body: { userId } }, context) {
      const { actor, membership, db, audit } = context;
      const fromUserId = actor.user.id;
      if (userId === fromUserId) throw apiError('MemberCannotOwn', { message: 'You are the owner already.' });
      const parties = { workspaceId: membership.workspaceId, fromUserId, toUserId: userId };
      const locked = await partiesForUpdate(parties, db);
      if (!locked?.toRole) throw apiError('MemberNotFound');
      if (!locked.canToOwn) throw apiError('MemberCannotOwn');
      const offer = await createOffer(parties, actor.now, db);
      if (!offer) throw apiError('OwnershipOfferPending');
      await enqueueAccountEmail('ownershipOffered', userId, { offerId: offer.id }, db);
      audit.record({ subjectUserId: userId, details: { email: personalTo(userId, locked.to.email) } });
      return { offer: toOffer(offer, locked.from, locked.to) };
    },
  },

  async withdrawOwnershipOffer(_input, context) {
    await endOwnOffer('WITHDRAWN', context);
    return {};
  },

  async declineOwnership(_input, context) {
    const { workspaceId, fromUserId, toUserId: memberId } = await endOwnOffer('DECLINED', context);
    await enqueueAccountEmail('ownershipDeclined', fromUserId, { workspaceId, memberId }, context.db);
    return {};
  },

  acceptOwnership: {
    locks: {
      changes: ['workspace'],
      async users({ params: { workspaceId } }, { actor, db }) {
        const offer = await findOpenOffer(workspaceId, { actor, db });
        return offer ? [offer.fromUserId] : [];
      },
    },
    async execute(_input, context) {
      const { actor, db, audit } = context;
      const offer = await findOpenOffer(context.membership.workspaceId, context);
      if (offer?.toUserId !== actor.user.id) throw apiError('OwnershipOfferNotFound');
      const locked = await partiesForUpdate(offer, db);
      if (await findPendingDeletion(actor.user.id, db)) throw apiError('AccountDeletionPending');
      if (!locked?.isFromOwner || !locked.toRole || !locked.canToOwn) throw apiError('OwnershipOfferNotFound');
      if (!(await closeOffer(offer.id, 'ACCEPTED', actor.now, db))) throw apiError('OwnershipOfferNotFound');
      await transferOwnership(offer, { isBySupport: false }, db);
      audit.record({
        subjectUserId: offer.fromUserId,
        details: { owner: ownerChange(locked) },
      });
      return {};
    },
  },

  ...objectionHandlers,
};

/** The open offer of the workspace, if the actor is one of its parties. */
const findOpenOffer = (
  workspaceId: string,
  { actor, db }: Pick<MemberContext, 'actor' | 'db'>,
): Promise<OwnershipOffer | null> =>
  db.ownershipOffer.findFirst({
    where: {
      workspaceId,
      OR: [{ fromUserId: actor.user.id }, { toUserId: actor.user.id }],
      ...openOffer(actor.now),
    },
  });

/** The owner withdraws an offer, the member to whom it was made declines it. */
async function endOwnOffer(outcome: 'WITHDRAWN' | 'DECLINED', context: MemberContext): Promise<OwnershipOffer> {
  const { actor, db, audit } = context;
  const offer = await findOpenOffer(context.membership.workspaceId, context);
  const isOwn = (outcome === 'WITHDRAWN' ? offer?.fromUserId : offer?.toUserId) === actor.user.id;
  if (!offer || !isOwn || !(await closeOffer(offer.id, outcome, actor.now, db)))
    throw apiError('OwnershipOfferNotFound', outcome === 'WITHDRAWN' ? { message: noOpenOfferMessage } : {});
  const other = await db.user.findUnique({
    where: { id: outcome === 'WITHDRAWN' ? offer.toUserId : offer.fromUserId },
  });
  audit.record({ ...(other && { subjectUserId: other.id, details: { email: personalTo(other.id, other.email) } }) });
  return offer;
}

const noOpenOfferMessage = 'No offer is open. It was accepted or declined, or it has expired.';

const toOffer = ({ id, createdAt, expiresAt }: OwnershipOffer, from: User, to: User): OfferResponse => ({
  id,
  from: toMemberName(from),
  to: toMemberName(to),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
