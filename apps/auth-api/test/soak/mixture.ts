import { createHmac, randomUUID } from 'node:crypto';
import { isDone } from '../faults/outcome.ts';
import { reads, send, writes, type Ask, type Visitor } from '../faults/requests.ts';
import type { Stage } from '../faults/stage.ts';
import { testEnvironment } from '../support/api.ts';
import { makeApiToken } from '../support/builders.ts';
import { until } from '../support/until.ts';

/** Somebody with an API token and a customer at Stripe. */
export interface Customer extends Visitor {
  readonly token: string;
  readonly customerId: string;
}

/** Gives somebody what the mixture needs, by asking the API at this address. */
export async function becomeCustomer({ inside }: Stage, url: string, visitor: Visitor): Promise<Customer> {
  const { userId, workspaceId, cookie } = visitor;
  const path = `/users/${userId}/create-billing-integration`;
  // On a busy machine Stripe’s stand-in may take longer than a request waits; the job goes on with it.
  const billed = await until(() => send(url, { method: 'POST', path, cookie, body: {} }), isDone);
  if (!isDone(billed)) throw new Error(`No customer was made: ${billed.status} ${billed.type}`);
  const user = await inside.db.user.findUniqueOrThrow({ where: { id: userId } });
  const workspace = await inside.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const { customerId } = await inside.db.billingAccount.findUniqueOrThrow({ where: { userId } });
  const { proof } = await makeApiToken(inside, workspace, user);
  return { ...visitor, token: proof.token ?? '', customerId: customerId ?? '' };
}

const byToken = ({ token }: Customer): Ask => {
  return { method: 'GET', path: '/whoami', headers: { authorization: `Bearer ${token}` } };
};
const subscription = ({ userId, cookie }: Customer): Ask => {
  return { method: 'GET', path: `/users/${userId}/activeSubscription`, cookie };
};
const tokens = ({ workspaceId, cookie }: Customer): Ask => {
  return { method: 'GET', path: `/workspaces/${workspaceId}/authTokens`, cookie };
};
const favourite = ({ workspaceId, cookie }: Customer): Ask => {
  const body = { isFavourite: Math.random() < 0.5 };
  return { method: 'PATCH', path: `/workspaces/${workspaceId}/favourite`, cookie, body };
};

/** An event of Stripe, as Stripe signs it; the API reads the customer there anew. */
const stripeEvent = ({ customerId }: Customer): Ask => {
  const body = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: customerId, object: 'customer' } },
  };
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', testEnvironment.STRIPE_WEBHOOK_SECRETS)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  return {
    method: 'POST',
    path: '/webhooks/stripe',
    headers: { 'stripe-signature': `t=${time},v1=${signature}` },
    body,
  };
};

/** Forty requests of an ordinary day: eight change something, one of them sends a mail. */
export const mixture: readonly ((customer: Customer) => Ask)[] = [
  ...[reads.whoami, reads.workspaces, reads.members, byToken, reads.featureFlags, reads.whoami, favourite, tokens],
  ...[reads.whoami, reads.workspaces, subscription, byToken, reads.members, reads.whoami, favourite, stripeEvent],
  ...[reads.whoami, reads.workspaces, reads.members, byToken, reads.featureFlags, reads.whoami, favourite, tokens],
  ...[
    reads.whoami,
    reads.workspaces,
    subscription,
    byToken,
    reads.members,
    reads.whoami,
    writes.workspace,
    reads.whoami,
  ],
  ...[
    reads.whoami,
    reads.workspaces,
    reads.members,
    byToken,
    reads.featureFlags,
    writes.invitation,
    favourite,
    stripeEvent,
  ],
];
