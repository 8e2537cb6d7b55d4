import type { ErrorDoc, ErrorType } from './errors.ts';
import { authTokenErrorDocs } from './auth-tokens/auth-tokens.error-docs.ts';
import { terminalLoginErrorDocs } from './terminal-logins/terminal-logins.error-docs.ts';
import { webhookErrorDocs } from './webhooks/webhooks.error-docs.ts';
import { memberErrorDocs } from './members/members.error-docs.ts';

/** The reference's text about each error type. Not in `errors.ts`, so that the portal does not load it. */
export const errorDocs = {
  ...memberErrorDocs,
  ...authTokenErrorDocs,
  ...terminalLoginErrorDocs,
  ...webhookErrorDocs,
  InvalidInput: {
    when: 'A value of the path, the query or the body is missing, has the wrong type or breaks a rule. `details.fields` lists all invalid values.',
    remedy: 'Correct the listed fields.',
  },
  MalformedBody: {
    when: 'The body is not JSON, is not an object or is incomplete; or an event with a valid Stripe signature is not a Stripe event.',
    remedy: 'Send a complete JSON object.',
  },
  MalformedRequest: {
    when: 'The request has no `Host` header. What is not HTTP at all gets a 400 without a body.',
    remedy: 'Send a well-formed request over a new connection.',
  },
  RequestIdMissing: {
    when: 'A non-GET request authenticated by a session has no `X-SI-REQUEST-ULID` header. A form on another site cannot send this header.',
    remedy: 'Send the header with a new ULID.',
  },
  LoginNotFinished: {
    when: 'The identity provider sent the browser back without a code, too late, or for a login that this browser did not start.',
    remedy: 'Start the login again.',
  },
  InvalidCode: {
    when: 'The code of a handshake does not exist, was already redeemed, is older than 60 seconds or has a different `state` than `/go` received; or its user is no longer a member of the workspace.',
    remedy: 'Send the browser to `GET /workspaces/{workspaceId}/go` again, with a new `state`.',
  },
  InvalidLink: {
    when: 'The link of an email is truncated, modified or replaced by that of a later email. Or, for a link that stops invitation emails, it is older than 180 days or was signed with a retired key.',
    remedy: 'Use the link in the latest email.',
  },
  InvalidSignature: {
    when: 'No webhook secret matches the signature of an event, or its time is more than five minutes in the past or the future.',
    remedy: 'Compare the endpoint’s secret at Stripe with `STRIPE_WEBHOOK_SECRETS`, and check the clocks.',
  },
  InvalidLogoutToken: {
    when: 'The body has no `logout_token`, or the identity provider did not issue it for this application within the last ten minutes.',
    remedy: 'Compare the application at the provider with `AUTH0_CLIENT_ID` and `AUTH0_ISSUER`, and check the clocks.',
  },
  UnsupportedTokenType: {
    when: 'One of the tokens to revoke is an instance token. The API tokens among them are revoked.',
    remedy: 'Send only API tokens. To end an instance token, the user ends the session that entered the instance.',
  },
  NotSignedIn: {
    when: 'The request has no credentials, or the session ended.',
    remedy: 'Log in.',
  },
  IdentityDeleted: {
    when: 'The identity that the user logs in with was deleted at the identity provider. All sessions of the user end.',
    remedy: 'Contact support. A new sign-up with the same address creates another account.',
  },
  ExportInProgress: {
    when: 'A user downloads their data while another download of it is running, in any browser. A download that broke off counts for up to a minute.',
    remedy: 'Wait until the other download has ended.',
  },
  AccountQuarantined: {
    when: 'Staff quarantined the account.',
    remedy: 'Contact support. Until then only `whoami` and the logout work.',
  },
  AccountSuspended: {
    when: 'The account is suspended until it is paid.',
    remedy:
      'Pay, or contact support. Until then only `whoami`, the logout, the terms, your own email address and your own billing work.',
  },
  FreshLoginRequired: {
    when: 'The call is sensitive, and the last login is older than `REAUTH_MAX_AGE_MINUTES`: staff lock an account or a workspace, end the sessions of a user, or change an owner or confirm the change, a member offers or accepts the ownership, or users download their data or delete their account. Or the last login is older than `STEP_UP_MAX_AGE_MINUTES`: users end other sessions of their own, create an API token that is valid for more than 30 days, change the instance URL of a workspace, invite an approver or make a member one, or delete a workspace. Or a user answers an invitation, and a login through their connection proves the mailbox, but the last one is older than the invitation.',
    remedy: 'Send the browser to `login` with `fresh=1`, then retry the call. You may use the same `requestUlid`.',
  },
  TermsNotAccepted: {
    when: 'There is a newer version of the terms than the one the user accepted.',
    remedy: 'Show the terms and accept them with `agreeToTos`.',
  },
  EmailNotVerified: {
    when: 'The identity provider has not verified the user’s email address.',
    remedy: 'Follow the link in the verification email, then call `refreshAuth0Profile`.',
  },
  NotAllowed: {
    when: 'The user is not permitted to do this: the account is not their own, their role is too low, or they are not staff. Or staff lock an account that is being deleted, or create a workspace for it.',
    remedy: 'Ask someone with the required role.',
  },
  CrossSiteRequest: {
    when: 'A change authenticated by a session, or a read with a rate limit, came from a page outside the portal.',
    remedy: 'Use an API token for programs.',
  },
  LoginDenied: {
    when: 'The identity provider refused the login: an Action denied it, the user is blocked, or a second factor or a consent is missing. The message has the provider’s reason, if this browser started the login.',
    remedy: 'Ask support for the reason, or log in with another account.',
  },
  LoginNotFresh: {
    when: 'A new login was requested, and the ID token has no `auth_time`, or one from before the request. No session changes.',
    remedy:
      'Log in again. If the error persists, configure the identity provider to send `auth_time` to clients that request `max_age`.',
  },
  LoginUserMismatch: {
    when: 'A new login was requested while a user was logged in, and a different user completed it. No session changes.',
    remedy: 'Log in with the account you started with, or log out first.',
  },
  NotFound: {
    when: 'No call has this path.',
    remedy: 'Correct the path.',
  },
  UserNotFound: {
    when: 'No user has the id in a staff call.',
    remedy: 'Look the user up by email.',
  },
  WorkspaceNotFound: {
    when: 'The workspace does not exist, is deleted or quarantined, or the user is not a member of it. The response does not say which. Someone who was invited is not a member until they accept.',
    remedy: 'Accept your invitation, ask the owner for one, or contact support.',
  },
  SessionNotFound: {
    when: 'The user has no active session with this id.',
    remedy: 'List the sessions again. If the session is missing, it has ended.',
  },
  BillingContactNotFound: {
    when: 'The user has no billing contact with this id, or it was removed.',
    remedy: 'List the billing contacts again.',
  },
  BillingContactExists: {
    when: 'The address is that of a confirmed billing contact of the user.',
    remedy: 'Nothing is left to do.',
  },
  BillingContactUnsubscribed: {
    when: 'The billing contact with this address stopped the emails in the last 30 days.',
    remedy: 'Add another address, or wait.',
  },
  TooManyBillingContacts: {
    when: 'The user has five billing contacts.',
    remedy: 'Remove one that is not needed.',
  },
  InvoiceNotFound: {
    when: 'The user has no such invoice, or Stripe has no PDF of it.',
    remedy: 'Open the page of all invoices, `GET /users/{userId}/billing/portal`.',
  },
  AuthTokenNotFound: {
    when: 'The workspace has no API token with this id.',
    remedy: 'Reload the list of tokens.',
  },
  LegalVersionNotFound: {
    when: 'This deployment has no documents of this version.',
    remedy: 'Request `current`.',
  },
  MethodNotAllowed: {
    when: 'The path exists, but not with this method. The `Allow` header lists the methods.',
    remedy: 'Use a method from `Allow`.',
  },
  RequestTimeout: {
    when: 'The complete body did not arrive within 15 seconds.',
    remedy: 'Send it again.',
  },
  EmailAlreadyVerified: {
    when: 'A verification email is requested for an address that is already verified.',
    remedy: 'Reload the user.',
  },
  TosVersionNotCurrent: {
    when: 'The accepted version of the terms has been replaced by a newer one.',
    remedy: 'Show the current version and accept it.',
  },
  UserIsQuarantined: {
    when: 'Staff create a workspace for a user whose account is quarantined.',
    remedy: 'Lift the quarantine first, if appropriate.',
  },
  WorkspaceChanged: {
    when: 'The `expected` values of an edit differ from the stored ones: another edit was saved in between, or an earlier attempt of the same edit without `requestUlid` succeeded. `details.changed` lists the current values. Nothing is written.',
    remedy: 'Show what changed. To write anyway, retry with the current values in `expected`, or without it.',
  },
  WorkspaceNotRestorable: {
    when: 'Staff restore a workspace that is not deleted, was deleted more than 30 days ago, or whose owner’s account is being deleted.',
    remedy: 'None. The owner can create a new workspace.',
  },
  AccountDeletionBlocked: {
    when: 'A user deletes their account while they own a workspace with other members, or have an unpaid invoice.',
    remedy:
      'Show the `blockers` of `getAccountDeletion`. Hand over or delete the workspaces and pay the invoices, then retry.',
  },
  AccountDeletionPending: {
    when: 'The owner of a workspace invites to it, or a user accepts the ownership of one, while the deletion of their account is pending.',
    remedy: 'Keep the account with `cancelAccountDeletion`, then retry.',
  },
  NoEmailAtProvider: {
    when: 'The account at the identity provider has no email address, or an invalid one.',
    remedy: 'Add an address there, then log in again.',
  },
  NoLoginToRefresh: {
    when: 'The user was invited and has never logged in, so the identity provider has no account for them.',
    remedy: 'Log in once.',
  },
  SecretNoLongerAvailable: {
    when: 'A request that created a secret is retried with the same `requestUlid` more than 10 minutes later, or after the secret was revoked or expired. Nothing is created again.',
    remedy: 'Revoke what the first request created, then send a new request with a new ULID.',
  },
  PayloadTooLarge: {
    when: 'The body exceeds 100 KB, or 1 MB for a Stripe event or a call under `/oauth/`.',
    remedy: 'Send a smaller body.',
  },
  UnsupportedMediaType: {
    when: 'There is a body, and its `Content-Type` is not `application/json` in UTF-8, or for a call under `/oauth/` not `application/x-www-form-urlencoded`, or it has a `Content-Encoding` such as gzip.',
    remedy:
      'Send uncompressed JSON in UTF-8 with `Content-Type: application/json`, or an uncompressed form to a call under `/oauth/`.',
  },
  ExpectationFailed: {
    when: 'The request has an `Expect` header other than `100-continue`.',
    remedy: 'Remove the header.',
  },
  IdempotencyKeyReused: {
    when: 'The same user already sent this `requestUlid`, or the same user or service account this `Idempotency-Key`, to the same call with different values.',
    remedy: 'Use a new key for each request, and the same one only for retries.',
  },
  TooManyRequests: {
    when: 'The rate limit of the call is exceeded, or that of the reads of a token.',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  HeadersTooLarge: {
    when: 'The URL and the headers together exceed 16 KB. Above 256 KB, the response has no body.',
    remedy: 'Shorten the URL, or delete the cookies of this site.',
  },
  InternalError: {
    when: 'The API has a bug. The log has the cause under the id of the request.',
    remedy: 'Retry with the same `requestUlid`. If the error persists, send the `requestId` to support.',
  },
  IdentityProviderRefused: {
    when: 'The identity provider rejects the request for this user, for example because the connection has no verification emails. The message has its reason.',
    remedy: 'A retry does not help. Contact support with the reason.',
  },
  LoginManagedElsewhere: {
    when: 'The user logs in by another service, such as Google or a company’s directory, or with a code by email. So there is no password at the identity provider.',
    remedy: 'Change the password, and turn on a second factor, at that service.',
  },
  IdentityProviderMisconfigured: {
    when: 'The identity provider and the API are not set up for each other: the provider rejects a login’s parameters or the API’s client, or the API rejects the provider’s ID token, for example because of its issuer or a wrong clock. The log names the error.',
    remedy: 'Contact support. Operators correct the setting that the log names.',
  },
  IdentityProviderUnavailable: {
    when: 'The identity provider timed out or returned an error.',
    remedy:
      'Retry after the number of seconds in `Retry-After`. A requested email may still be sent, and a retry may send another one. Everything else only reads.',
  },
  BillingUnavailable: {
    when: 'Stripe timed out or returned an error.',
    remedy:
      'Retry with the same `requestUlid` after the number of seconds in `Retry-After`. The change may still be applied, fully or partly; a retry completes it without applying anything twice. Reads use the API’s own copy and keep working.',
  },
  BillingMisconfigured: {
    when: 'Stripe refuses the API’s key or a permission of it, does not know the customers, or has no price with the lookup key. The log names the setting.',
    remedy:
      'Retry with the same `requestUlid` once operators have corrected the setting. Reads use the API’s own copy and keep working.',
  },
  NotReady: {
    when: 'The database lacks a migration, or a purpose has no signing key. The message says which.',
    remedy: 'Send requests to another replica until this one is ready.',
  },
  DatabaseUnavailable: {
    when: 'The database timed out. No user is logged out.',
    remedy:
      'Retry with the same `requestUlid` after the number of seconds in `Retry-After`. If the change was already saved, the retry returns its response.',
  },
  StorageFull: {
    when: 'The disk of the database is full. Reads still work; nothing of the request was saved.',
    remedy: 'Retry with the same `requestUlid` after the number of seconds in `Retry-After`.',
  },
} as const satisfies Record<ErrorType, ErrorDoc>;
