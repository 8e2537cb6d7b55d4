import type { attentionCalls } from '@portal/contract';
import { toInvoice } from '../../../integrations/stripe/billing-overview.presenters.ts';
import type { Handlers } from '../../../request/call/types.ts';
import { toActiveSubscription } from '../../billing/billing.presenters.ts';
import { findUnpaidInvoice } from '../../billing/unpaid-invoice.ts';
import { listOffersTo } from '../../workspaces/ownership/offers.ts';
import { listOwnInvitations } from '../my-invitations/own-invitations.ts';
import { listEarlierLogins } from '../users/earlier-logins.ts';
import { listEndingTokens } from './attention.queries.ts';

const maxInvitations = 50;

export const attentionHandlers: Handlers<typeof attentionCalls> = {
  async getAttention(_input, context) {
    const { actor, db, services } = context;
    const { id: userId } = actor.user;
    const found = await listOwnInvitations(undefined, maxInvitations, context);
    const invitations = found.slice(0, maxInvitations);
    const unpaidInvoice = await findUnpaidInvoice(userId, db);
    return {
      invitations,
      nextInvitation: found.length > maxInvitations ? (invitations.at(-1)?.id ?? null) : null,
      ownershipOffers: await listOffersTo(userId, actor.now, db),
      ...(await listEndingTokens(userId, context)),
      activeSubscription: toActiveSubscription(await db.billingAccount.findUnique({ where: { userId } })),
      unpaidInvoice: unpaidInvoice && toInvoice(unpaidInvoice, services.settings),
      otherLogins: await listEarlierLogins(context),
    };
  },
};
