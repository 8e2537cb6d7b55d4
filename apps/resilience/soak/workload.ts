import { createHmac, randomUUID } from 'node:crypto';
import { isOk } from '../faults/outcome.ts';
import { reads, send, writes, type ApiRequest, type TestUser } from '../faults/requests.ts';
import type { FaultEnvironment } from '../faults/environment.ts';
import { testEnvironment } from '@portal/auth-api/test/support/api.ts';
import { makeApiToken } from '@portal/auth-api/test/support/builders.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';

/** A user with an API token and a Stripe customer. */
export interface Customer extends TestUser {
  readonly token: string;
  readonly customerId: string;
}

/** Creates the Stripe customer and the API token of a user through the API at `url`. */
export async function setUpCustomer(
  { inProcessApi }: FaultEnvironment,
  url: string,
  user: TestUser,
): Promise<Customer> {
  const { userId, workspaceId, cookie } = user;
  const path = `/users/${userId}/create-billing-integration`;
  // On a busy machine the Stripe emulator can exceed the request's timeout; the job then completes the integration.
  const result = await pollUntil(() => send(url, { method: 'POST', path, cookie, body: {} }), isOk);
  if (!isOk(result)) throw new Error(`The customer was not created: ${result.status} ${result.errorType}`);
  const { db } = inProcessApi;
  const creator = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const workspace = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const { customerId } = await db.billingAccount.findUniqueOrThrow({ where: { userId } });
  const { credentials } = await makeApiToken(inProcessApi, workspace, creator);
  return { ...user, token: credentials.token ?? '', customerId: customerId ?? '' };
}

const whoamiByToken = ({ token }: Customer): ApiRequest => {
  return { method: 'GET', path: '/whoami', headers: { authorization: `Bearer ${token}` } };
};
const subscription = ({ userId, cookie }: Customer): ApiRequest => {
  return { method: 'GET', path: `/users/${userId}/activeSubscription`, cookie };
};
const authTokens = ({ workspaceId, cookie }: Customer): ApiRequest => {
  return { method: 'GET', path: `/workspaces/${workspaceId}/authTokens`, cookie };
};
const setFavourite = ({ workspaceId, cookie }: Customer): ApiRequest => {
  const body = { isFavourite: Math.random() < 0.5 };
  return { method: 'PATCH', path: `/workspaces/${workspaceId}/favourite`, cookie, body };
};

/** A signed Stripe event, which makes the API read the customer from Stripe. */
const stripeEvent = ({ customerId }: Customer): ApiRequest => {
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

const { whoami, workspaces, members, featureFlags } = reads;

/** Forty requests of an ordinary day. Eight of them write, and one sends an email. */
export const workload: readonly ((customer: Customer) => ApiRequest)[] = [
  ...[whoami, workspaces, members, whoamiByToken, featureFlags, whoami, setFavourite, authTokens],
  ...[whoami, workspaces, subscription, whoamiByToken, members, whoami, setFavourite, stripeEvent],
  ...[whoami, workspaces, members, whoamiByToken, featureFlags, whoami, setFavourite, authTokens],
  ...[whoami, workspaces, subscription, whoamiByToken, members, whoami, writes.workspace, whoami],
  ...[whoami, workspaces, members, whoamiByToken, featureFlags, writes.invitation, setFavourite, stripeEvent],
];
