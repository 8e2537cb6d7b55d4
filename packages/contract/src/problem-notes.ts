import type { ProblemType } from './problems.ts';

interface ProblemNote {
  /** When the API answers it. */
  readonly when: string;
  /** What the caller can do about it. */
  readonly remedy: string;
}

/** What the reference says of each type of failure. Not in `problems.ts`: browsers need not carry it. */
export const problemNotes = {
  InvalidInput: {
    when: 'A value of the path, the query or the body is missing, of another kind or against a rule. `details.fields` tells which ones.',
    remedy: 'Correct the fields that are named.',
  },
  MalformedBody: {
    when: 'The body is not JSON, not an object, or ended too early; or an event that Stripe signed is not one.',
    remedy: 'Send a whole JSON object.',
  },
  MalformedRequest: {
    when: 'What came over the connection is not HTTP/1.1, or has no `Host` header.',
    remedy: 'Send a well-formed request, over a new connection.',
  },
  RequestIdMissing: {
    when: 'A changing request of a session came without the `X-SI-REQUEST-ULID` header, which no form of another site can send.',
    remedy: 'Send the header with a new ULID.',
  },
  LoginNotFinished: {
    when: 'The identity provider sent the browser back without a code, or for a login that this browser did not begin, or too late; or its ID token was refused.',
    remedy: 'Begin the login again.',
  },
  InvalidCode: {
    when: 'The code of a handshake was never given, was redeemed before, is older than 60 seconds, came with another `state` than `/go` was given, or its user is no longer a member.',
    remedy: 'Send the browser to `GET /workspaces/{workspaceId}/go` again, with a new `state`.',
  },
  InvalidLink: {
    when: 'The link of an email was cut off or changed, is older than 180 days, or was signed with a key that is retired.',
    remedy: 'Use the link in the latest email.',
  },
  InvalidSignature: {
    when: 'An event came that no secret of the webhook signed, or that was signed too long ago.',
    remedy: 'Compare the secret of the endpoint at Stripe with `STRIPE_WEBHOOK_SECRETS`, and the clocks.',
  },
  NotSignedIn: {
    when: 'There is no credential, or the session ended.',
    remedy: 'Log in.',
  },
  InvalidToken: {
    when: 'The bearer token is expired, revoked, of another issuer, or not a token at all; or its person left the workspace; or the workspace is gone.',
    remedy: 'Have a new token made.',
  },
  AccountQuarantined: {
    when: 'Staff quarantined the account.',
    remedy: 'Contact support. Meanwhile only `whoami` and the logout work.',
  },
  AccountSuspended: {
    when: 'The account is suspended until it is paid.',
    remedy:
      'Pay, or contact support. Meanwhile `whoami`, the logout, the terms, the own e-mail address and the own billing work.',
  },
  FreshLoginRequired: {
    when: 'Staff lock somebody out, or a workspace, and proved to the identity provider longer ago than `FRESH_LOGIN_MINUTES` who they are.',
    remedy: 'Send the browser to `login` with `fresh=1`, then make the call again; the same `requestUlid` may be used.',
  },
  TermsNotAccepted: {
    when: 'There is a newer version of the terms than the one that the person accepted.',
    remedy: 'Show the terms and accept them by `agreeToTos`.',
  },
  EmailNotVerified: {
    when: 'The identity provider does not say that the e-mail address is the person’s.',
    remedy: 'Follow the link in the verification mail, then call `refreshAuth0Profile`.',
  },
  NotAllowed: {
    when: 'The person is known and may not do this: another’s account, a role that is too low, not of the staff.',
    remedy: 'Ask somebody who may.',
  },
  TokenNotAllowed: {
    when: 'The token is valid, but this call takes none of its kind, or it is about another workspace than the token’s.',
    remedy: 'Make the call in the portal, or with a token of that workspace.',
  },
  CrossSiteRequest: {
    when: 'A changing request of a session came from a page that is not the portal’s.',
    remedy: 'Programs use an API token instead of a session.',
  },
  LoginNotFresh: {
    when: 'A fresh login was asked for, and the ID token has no `auth_time`, or one from before. Nobody’s session changes.',
    remedy:
      'Log in again. Where it stays so, have the identity provider tell `auth_time` to clients that ask with `max_age`.',
  },
  LoginOfSomebodyElse: {
    when: 'A fresh login was asked for while somebody was logged in, and somebody else answered it. Nobody’s session changes.',
    remedy: 'Log in with the account that was in use, or log out first.',
  },
  NotFound: {
    when: 'No call has this path.',
    remedy: 'Correct the path.',
  },
  UserNotFound: {
    when: 'No user has the id that staff sent.',
    remedy: 'Look the user up by email.',
  },
  WorkspaceNotFound: {
    when: 'The workspace never was, is deleted or quarantined, or the person is no member of it. Which of these is not told.',
    remedy: 'Ask its owner for an invitation, or support.',
  },
  MemberNotFound: {
    when: 'The person who is named has no membership in the workspace.',
    remedy: 'Read the list of members again.',
  },
  AuthTokenNotFound: {
    when: 'The workspace has no API token of this id.',
    remedy: 'Read the list of tokens again.',
  },
  LegalVersionNotFound: {
    when: 'The deployment has no documents of this version.',
    remedy: 'Ask for `current`.',
  },
  MethodNotAllowed: {
    when: 'The path is one of a call, with another method. `Allow` tells which.',
    remedy: 'Use a method of `Allow`.',
  },
  RequestTimeout: {
    when: 'The request did not arrive whole in time.',
    remedy: 'Send it again.',
  },
  EmailAlreadyVerified: {
    when: 'The verification mail is asked for although the address is verified.',
    remedy: 'Read the person again: they are verified.',
  },
  TosVersionNotCurrent: {
    when: 'A version of the terms is accepted that a newer one replaced.',
    remedy: 'Show the current version and have that accepted.',
  },
  OwnerMustStay: {
    when: 'The owner of a workspace would leave, be removed or get another role.',
    remedy: 'Delete the workspace instead, or leave the owner as they are.',
  },
  AlreadyMember: {
    when: 'Somebody is invited who is a member already, or who was invited before to another role than is named now.',
    remedy: 'Change their role instead, or name none to have the invitation sent again.',
  },
  UserIsQuarantined: {
    when: 'Staff make a workspace for somebody whose account is quarantined.',
    remedy: 'End the quarantine first, if it should end.',
  },
  WorkspaceChanged: {
    when: 'An edit names in `expected` what the caller last read, and one of these values has changed since. `details.changed` lists the present values. Nothing is written.',
    remedy:
      'Show what changed. To write anyway, send the edit again with the present values in `expected`, or without it.',
  },
  WorkspaceNotRestorable: {
    when: 'Staff restore a workspace that is not deleted, or was deleted more than 30 days ago.',
    remedy: 'Nothing can be done after that time; the owner can create a new workspace.',
  },
  NoEmailAtProvider: {
    when: 'The account at the identity provider has no e-mail address, or one that is no address.',
    remedy: 'Add an address there, then log in again.',
  },
  NoLoginToRefresh: {
    when: 'The person was invited and never logged in, so the identity provider does not know them.',
    remedy: 'Log in once.',
  },
  SecretNoLongerAvailable: {
    when: 'A request that created a secret is repeated with the same `requestUlid` more than 10 minutes later, or after the secret was revoked or expired. Nothing is created again.',
    remedy: 'Revoke what the first request created, then send a new request with a new ULID.',
  },
  PayloadTooLarge: {
    when: 'The body is larger than 100 KB, or, for an event of Stripe, 1 MB.',
    remedy: 'Send less.',
  },
  UnsupportedMediaType: {
    when: 'There is a body, and its `Content-Type` is not `application/json` in UTF-8, or it has a `Content-Encoding` such as gzip.',
    remedy: 'Send JSON in UTF-8, uncompressed, and say so.',
  },
  ExpectationFailed: {
    when: 'The request has an `Expect` header other than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  RequestUlidReused: {
    when: 'The same person sent this `requestUlid` to the same call before, with other values.',
    remedy: 'Use a new ULID for each act, and the same one only to repeat it.',
  },
  TooManyRequests: {
    when: 'The call was made more often than its limit allows. All replicas count together.',
    remedy: 'Wait as many seconds as `Retry-After` says.',
  },
  HeadersTooLarge: {
    when: 'The address and all headers together are larger than 16 KB.',
    remedy: 'Shorten the address, or delete the cookies of this site.',
  },
  InternalError: {
    when: 'The API made a mistake. What it was stays in the log, under the id of the request.',
    remedy: 'Try again with the same `requestUlid`; if it stays, tell support the `requestId`.',
  },
  IdentityProviderUnavailable: {
    when: 'The identity provider does not answer in time, or with a failure.',
    remedy:
      'Try again after as many seconds as `Retry-After` says. A mail that was asked for may still be sent, and a repeat may have another one sent; everything else is only read there.',
  },
  BillingUnavailable: {
    when: 'Stripe does not answer in time, or with a failure, or refuses the key of the API.',
    remedy:
      'Try again with the same `requestUlid`, after as many seconds as `Retry-After` says: the change may still be carried out, wholly or in part, and a repeat brings about the same without doing anything twice. What is read comes from the API’s own copy and goes on.',
  },
  NotReady: {
    when: 'The database lacks a migration, or there is no signing key. The message tells which.',
    remedy: 'Send requests to another replica until this one is ready.',
  },
  DatabaseUnavailable: {
    when: 'The database does not answer in time. Nobody is logged out by it.',
    remedy:
      'Try again with the same `requestUlid`, after as many seconds as `Retry-After` says: the change may have been made all the same, and then the repeat gets its answer.',
  },
  StorageFull: {
    when: 'The disk of the database is full. Reads still work; nothing of the request was saved.',
    remedy: 'Try again with the same `requestUlid`, after as many seconds as `Retry-After` says.',
  },
} as const satisfies Record<ProblemType, ProblemNote>;
