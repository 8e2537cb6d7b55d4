import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { AccountDeletion, AccountDeletionLinkQuery } from './deletion.schemas.ts';

const self = { who: 'self', requires: [], allowedWhile: ['suspension'] } as const;

const deletion = {
  path: '/users/:userId/deletion',
  access: self,
  params: UserParams,
  result: AccountDeletion,
} as const;

const byLink = {
  path: '/account-deletion/cancel',
  access: { who: 'anyone' },
  responseKind: 'html',
  rateLimit: { times: 300, seconds: 600, per: 'ip', counts: 'failures' },
  query: AccountDeletionLinkQuery,
  errors: ['InvalidLink'],
} as const;

/** What users can do with their account as a whole. Source: decisions 39 and 41. */
export const accountCalls = defineCalls({
  exportAccount: {
    method: 'GET',
    path: '/users/:userId/export',
    rateLimit: { times: 10, seconds: 3600, per: 'user' },
    access: self,
    responseKind: 'file',
    mediaType: 'application/zip',
    confirmWhen: 'cross-site',
    params: UserParams,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['ExportInProgress'],
    audited: true,
    summary: 'Download everything that is stored about you, as JSON and CSV',
  },
  getAccountDeletion: {
    ...deletion,
    method: 'GET',
    upstream: 'stripe',
    // Each request reads the invoices from Stripe, whose limit all users share. Per credential, because the page that deletes the
    // account needs it.
    rateLimit: { times: 60, seconds: 600, per: 'credential' },
    providesTags: ['AccountDeletion'],
    summary: 'Get what prevents the deletion of your account, what it deletes, and whether it is pending',
  },
  requestAccountDeletion: {
    ...deletion,
    method: 'POST',
    upstream: 'stripe',
    rateLimit: { times: 10, seconds: 3600, per: 'credential' },
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['AccountDeletionBlocked', 'BillingUnavailable', 'BillingMisconfigured'],
    invalidatesTags: ['AccountDeletion', 'Session'],
    endsAccess: true,
    audited: true,
    summary: 'Delete your account after `graceDays`, unless you cancel it before then',
  },
  cancelAccountDeletion: {
    ...deletion,
    method: 'DELETE',
    invalidatesTags: ['AccountDeletion', 'Session'],
    endsAccess: true,
    audited: true,
    summary: 'Keep your account: cancel its pending deletion',
  },
  showAccountDeletion: {
    ...byLink,
    method: 'GET',
    summary: 'Show the pending deletion of an account, with a button to keep the account',
  },
  cancelAccountDeletionByLink: {
    ...byLink,
    method: 'POST',
    endsAccess: true,
    summary: 'Cancel the pending deletion of an account by the link in the email',
  },
});
