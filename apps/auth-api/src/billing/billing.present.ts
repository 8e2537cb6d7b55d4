import type { ActiveSubscription, BillingDetails, SubscriptionState } from '@portal/contract';
import { TaxNumberState } from '@portal/contract';
import type { BillingAccount, User } from '../generated/prisma/client.ts';
import { moment } from '../moment.ts';
import type { Settings } from '../settings.ts';
import { lockOutOf } from '../users/lock-outs.ts';

/** A person’s billing details as the mirror has them; what is known of the person where there is no mirror yet. */
export function presentDetails(user: User, account: BillingAccount | null, settings: Settings): BillingDetails {
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

/** Where this API takes a browser on to Stripe, or back from it. */
export const billingUrl = ({ id }: User, page: 'checkout' | 'checkout-return' | 'portal', settings: Settings) =>
  `${settings.AUTH_API_URL}/users/${id}/billing/${page}`;

/** The page of the portal that this person can reach. */
export const portalPage = (user: User, { PORTAL_URL }: Settings, now: Date) =>
  `${PORTAL_URL}/${lockOutOf('suspension', user, now) ? 'suspension-notice' : 'billing'}`;

const states: Readonly<Record<string, SubscriptionState>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  incomplete: 'pastDue',
  paused: 'paused',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

/** A subscription as the mirror has it. */
export function presentSubscription(account: BillingAccount | null): ActiveSubscription {
  const state = stateOf(account);
  return {
    planCode: account?.planCode ?? null,
    isTrial: state === 'trialing',
    exceededFreeTier: (state === 'active' || state === 'pastDue') && (account?.periodTotal ?? 0) > 0,
    endingAt: moment(account?.endingAt),
    state,
  };
}

function stateOf(account: BillingAccount | null): SubscriptionState {
  if (!account) return 'none';
  return account.subscriptionStatus === null ? 'pending' : (states[account.subscriptionStatus] ?? 'pending');
}
