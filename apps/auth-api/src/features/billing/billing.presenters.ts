import { TaxNumberState, type ActiveSubscription, type BillingDetails, type SubscriptionState } from '@portal/contract';
import type { BillingAccount, User } from '../../generated/prisma/client.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import type { Settings } from '../../platform/config/settings.ts';
import {
  collectionOf,
  toChargeOnRestart,
  toChargeOnResume,
  trialEndBehaviorOf,
} from '../../integrations/stripe/billing-overview.presenters.ts';
import { getLock } from '../../request/account/account-lock.ts';

/** Billing details from the mirror. Before there is one, the names come from the user. */
export function toBillingDetails(user: User, account: BillingAccount | null, settings: Settings): BillingDetails {
  const { firstName, lastName } = account ?? user;
  const taxNumberState = TaxNumberState.safeParse(account?.taxNumberState);
  return {
    firstName,
    lastName,
    email: user.email,
    companyInformation: {
      legalName: account?.legalName ?? null,
      legalNumber: account?.legalNumber ?? null,
      taxIdentificationNumber: account?.taxNumber ?? null,
      taxNumberState: taxNumberState.data ?? null,
      phoneNumber: account?.phoneNumber ?? null,
    },
    billingInformation: {
      addressLine1: account?.addressLine1 ?? null,
      addressLine2: account?.addressLine2 ?? null,
      zipCode: account?.zipCode ?? null,
      city: account?.city ?? null,
      state: account?.state ?? null,
      country: account?.country ?? null,
    },
    customerCheckoutUrl: billingUrl(user, 'checkout', settings),
    customerPortalUrl: billingUrl(user, 'portal', settings),
  };
}

/** The pages of this API that redirect a browser to Stripe, or receive it from there. */
export const billingUrl = ({ id }: User, page: 'checkout' | 'checkout-return' | 'portal', settings: Settings) =>
  `${settings.AUTH_API_URL}/users/${id}/billing/${page}`;

/** The portal's billing page, or the page that a suspended user can reach instead. */
export const portalBillingUrl = (user: User, { PORTAL_URL }: Settings, now: Date) =>
  `${PORTAL_URL}/${getLock('suspension', user, now) ? 'suspension-notice' : 'billing'}`;

const subscriptionStates: Readonly<Record<string, SubscriptionState>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  // Its first payment was not made yet.
  incomplete: 'pending',
  paused: 'paused',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

export function toActiveSubscription(account: BillingAccount | null): ActiveSubscription {
  const state = stateOf(account);
  return {
    planCode: account?.planCode ?? null,
    isTrial: state === 'trialing',
    exceededFreeTier: (state === 'active' || state === 'pastDue') && (account?.periodTotal ?? 0n) > 0n,
    endingAt: toIsoTimestamp(account?.endingAt),
    state,
    collection: collectionOf(account),
    collectionResumesAt: toIsoTimestamp(account?.collectionResumesAt),
    trialEndBehavior: trialEndBehaviorOf(account),
    chargedOnResume: account && toChargeOnResume(account),
    chargedOnRestart: account && toChargeOnRestart(account),
  };
}

function stateOf(account: BillingAccount | null): SubscriptionState {
  if (!account) return 'none';
  return account.subscriptionStatus === null
    ? 'pending'
    : (subscriptionStates[account.subscriptionStatus] ?? 'pending');
}
