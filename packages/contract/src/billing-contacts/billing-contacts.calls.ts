import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  BillingContactLinkQuery,
  BillingContactParams,
  BillingContactResult,
  BillingContacts,
  NewBillingContact,
} from './billing-contacts.schemas.ts';

const access = { who: 'self', requires: ['verifiedEmail', 'acceptedTerms'] } as const;

const byLink = {
  access: { who: 'anyone' },
  responseKind: 'html',
  rateLimit: { times: 300, seconds: 600, per: 'ip', counts: 'failures' },
  query: BillingContactLinkQuery,
  errors: ['InvalidLink'],
} as const;

/** Who else receives the billing emails of an account. Source: decision 92. */
export const billingContactCalls = defineCalls({
  listBillingContacts: {
    method: 'GET',
    path: '/users/:userId/billing/contacts',
    access,
    params: UserParams,
    result: BillingContacts,
    providesTags: ['BillingContact'],
    summary: 'List your billing contacts',
  },
  addBillingContact: {
    method: 'POST',
    path: '/users/:userId/billing/contacts',
    rateLimit: { times: 60, seconds: 3_600, per: 'user' },
    access,
    params: UserParams,
    body: NewBillingContact,
    result: BillingContactResult,
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    errors: ['BillingContactExists', 'BillingContactUnsubscribed', 'TooManyBillingContacts'],
    invalidatesTags: ['BillingContact'],
    audited: true,
    summary: 'Add a billing contact, who gets an email with a link to confirm it',
  },
  removeBillingContact: {
    method: 'DELETE',
    path: '/users/:userId/billing/contacts/:contactId',
    access,
    params: BillingContactParams,
    result: EmptyResult,
    errors: ['BillingContactNotFound'],
    invalidatesTags: ['BillingContact'],
    endsAccess: true,
    audited: true,
    summary: 'Remove a billing contact, who gets no more emails',
  },
  showBillingContactConfirmation: {
    ...byLink,
    method: 'GET',
    path: '/billing-contacts/confirm',
    summary: 'Show a page with a button to become a billing contact',
  },
  confirmBillingContact: {
    ...byLink,
    method: 'POST',
    path: '/billing-contacts/confirm',
    summary: 'Become a billing contact',
  },
  showBillingContactStop: {
    ...byLink,
    method: 'GET',
    path: '/billing-contacts/stop',
    summary: 'Show a page with a button to stop the emails to a billing contact',
  },
  stopBillingContactEmails: {
    ...byLink,
    method: 'POST',
    path: '/billing-contacts/stop',
    endsAccess: true,
    summary: 'Stop the emails to a billing contact, from the page or by one-click unsubscribe (RFC 8058)',
  },
  resumeBillingContactEmails: {
    ...byLink,
    method: 'POST',
    path: '/billing-contacts/resume',
    summary: 'Resume the emails to a billing contact that stopped them, unless the user removed it since',
  },
});
