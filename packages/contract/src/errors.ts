import * as z from 'zod/mini';

interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
}

/**
 * Every error type of the API with its HTTP status and its default message.
 * A handler may send a more specific message; the type and the status never change.
 * Source: specification section 8, which leaves the shape of the body open.
 */
export const apiErrors = {
  InvalidInput: { status: 400, message: 'Some values are invalid.' },
  MalformedBody: { status: 400, message: 'The body must be a JSON object.' },
  MalformedRequest: { status: 400, message: 'The request is not valid HTTP.' },
  RequestIdMissing: { status: 400, message: 'The X-SI-REQUEST-ULID header is missing or is not a ULID.' },
  LoginNotFinished: {
    status: 400,
    message: 'The login was cancelled, timed out or was started in a different browser.',
  },
  InvalidCode: { status: 400, message: 'This code is invalid, already used or expired.' },
  InvalidLink: { status: 400, message: 'This link is incomplete or has expired. Use the link in the latest email.' },
  InvalidSignature: { status: 400, message: 'The signature of this event is invalid.' },
  InvalidLogoutToken: { status: 400, message: 'This logout token is invalid or too old.' },
  UnsupportedTokenType: {
    status: 400,
    message:
      'Only API tokens can be revoked here. The API tokens in this request are revoked. Instance tokens end with the session of their user.',
  },
  InvalidGrant: { status: 400, message: 'This code or refresh token is invalid, used or expired.' },
  InvalidScope: { status: 400, message: 'There is no such scope, or the login does not have it.' },
  InvalidTarget: { status: 400, message: 'This login has no access to this workspace.' },
  UnsupportedGrantType: { status: 400, message: 'This grant type is not supported.' },
  AuthorizationPending: { status: 400, message: 'The login is not approved yet.' },
  PollingTooFast: { status: 400, message: 'Wait longer between two requests.' },
  DeviceCodeExpired: { status: 400, message: 'This code has expired. Start the login again.' },
  TerminalLoginDenied: { status: 400, message: 'The login was refused.' },
  UnknownClient: { status: 401, message: 'There is no such client.' },
  NotSignedIn: { status: 401, message: 'You are not logged in.' },
  IdentityDeleted: {
    status: 401,
    message:
      'The account that you log in with no longer exists at the login service, so your session has ended. Contact support.',
  },
  InvalidToken: { status: 401, message: 'This token is invalid, expired or revoked.' },
  TokenReplaced: {
    status: 401,
    message: 'This token was replaced by another one and has ended. Use its replacement.',
  },
  AccountQuarantined: { status: 403, message: 'Your account is quarantined. Please contact support.' },
  AccountSuspended: { status: 403, message: 'Your account is paused. Please contact support.' },
  FreshLoginRequired: {
    status: 403,
    message: 'This action requires a recent login. Log in again and retry.',
  },
  InvitationLinkRequired: {
    status: 403,
    message: 'Open the link in the invitation email first. It shows that the mailbox is yours.',
  },
  TermsNotAccepted: { status: 403, message: 'Accept the current terms of service first.' },
  EmailNotVerified: { status: 403, message: 'Verify your email address first.' },
  NotAllowed: { status: 403, message: 'You are not allowed to do this.' },
  TokenNotAllowed: { status: 403, message: 'API tokens cannot make this call.' },
  TokenOfOtherWorkspace: { status: 403, message: 'This token is for another workspace.' },
  WorkspacePaused: {
    status: 403,
    message: 'The service accounts of this workspace are paused, because the account of its owner is locked.',
  },
  InsufficientScope: { status: 403, message: 'This token does not have the scope that this call needs.' },
  NetworkNotAllowed: { status: 403, message: 'This token does not work from your network.' },
  CrossSiteRequest: { status: 403, message: 'This request did not come from the portal.' },
  LoginDenied: {
    status: 403,
    message: 'The login service refused this login. Contact support.',
  },
  LoginNotFresh: {
    status: 403,
    message: 'The login service did not confirm a new login. Log in again, or contact support.',
  },
  LoginUserMismatch: {
    status: 403,
    message: 'You logged in with a different account. Use the one you started with.',
  },
  NotFound: { status: 404, message: 'No such endpoint.' },
  UserNotFound: { status: 404, message: 'User not found.' },
  WorkspaceNotFound: { status: 404, message: 'Workspace not found, or you do not have access to it.' },
  MemberNotFound: { status: 404, message: 'This user is not a member of the workspace.' },
  InvitationNotFound: { status: 404, message: 'Invitation not found.' },
  OwnershipOfferNotFound: {
    status: 404,
    message: 'There is no open ownership offer to you. It may have expired or been withdrawn.',
  },
  ReassignmentNotFound: { status: 404, message: 'No change of the owner is pending.' },
  AuthTokenNotFound: { status: 404, message: 'API token not found.' },
  BillingContactNotFound: { status: 404, message: 'Billing contact not found.' },
  WebhookNotFound: { status: 404, message: 'Webhook not found.' },
  WebhookDeliveryNotFound: { status: 404, message: 'This event was not sent, or it is still being sent.' },
  ServiceAccountNotFound: { status: 404, message: 'Service account not found.' },
  UserCodeNotFound: {
    status: 404,
    message: 'No terminal waits with this code. Compare it with your terminal, or start the login there again.',
  },
  InvoiceNotFound: { status: 404, message: 'Invoice not found.' },
  SessionNotFound: { status: 404, message: 'This session does not exist or has ended.' },
  LegalVersionNotFound: { status: 404, message: 'This version of the legal documents does not exist.' },
  MethodNotAllowed: { status: 405, message: 'Method not allowed. See the Allow header.' },
  RequestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  EmailAlreadyVerified: { status: 409, message: 'Your email address is already verified.' },
  TosVersionNotCurrent: {
    status: 409,
    message: 'These terms are not the current ones. Reload the page to read the new ones.',
  },
  OwnerMustStay: {
    status: 409,
    message: 'The owner cannot leave, be removed or be demoted. Transfer ownership first.',
  },
  AlreadyMember: { status: 409, message: 'This user is already a member of the workspace.' },
  InvitationEnded: { status: 409, message: 'This invitation was already accepted, declined or cancelled.' },
  InvitationChanged: { status: 409, message: 'The role in this invitation has changed. Accept it again if you agree.' },
  InvitationExpired: { status: 409, message: 'This invitation has expired. Ask for a new one.' },
  MemberCannotOwn: {
    status: 409,
    message: 'This member can’t become the owner. Their email must be verified and their account active.',
  },
  OwnershipOfferPending: {
    status: 409,
    message: 'The ownership is already offered to a member. Withdraw that offer first.',
  },
  ExportInProgress: {
    status: 409,
    message: 'A download of your data is already running. Wait until it has ended, then try again.',
  },
  ReassignmentPending: { status: 409, message: 'A change of the owner is already pending. Cancel it first.' },
  AccountDeletionBlocked: {
    status: 409,
    message:
      'Your account can’t be deleted yet. Hand over or delete your workspaces with other members and pay open invoices.',
  },
  AccountDeletionPending: {
    status: 409,
    message: 'You asked us to delete your account. Keep your account to do this.',
  },
  NoEmailAtProvider: {
    status: 409,
    message: 'Your account at the login service has no email address that we can use. Add one there, then try again.',
  },
  IdentityProviderRefused: { status: 409, message: 'The login service refused this request.' },
  LoginManagedElsewhere: {
    status: 409,
    message: 'You log in without a password of ours. Change it, and turn on a second factor, where you log in.',
  },
  UserIsQuarantined: { status: 409, message: 'This account is quarantined. Lift the quarantine first.' },
  WorkspaceChanged: { status: 409, message: 'This workspace changed after you opened it. Nothing was saved.' },
  WorkspaceNotRestorable: { status: 409, message: 'This workspace can’t be restored.' },
  NoLoginToRefresh: { status: 409, message: 'This account has never logged in.' },
  TokenAlreadyReplaced: { status: 409, message: 'This token has been replaced already.' },
  TokenNotActive: { status: 409, message: 'This token has expired or has been revoked.' },
  TooEarlyToRotate: {
    status: 409,
    message: 'A token can replace itself in the second half of its life. Try again later.',
  },
  ServiceAccountNameTaken: {
    status: 409,
    message: 'This workspace has, or had, a service account with this name. Choose another name.',
  },
  BillingContactExists: { status: 409, message: 'This address is a billing contact already.' },
  BillingContactUnsubscribed: {
    status: 409,
    message: 'This address has stopped your billing emails. You can add it again after 30 days.',
  },
  TooManyBillingContacts: { status: 409, message: 'An account can have 5 billing contacts. Remove one first.' },
  TooManyWebhooks: { status: 409, message: 'This workspace has the maximum number of webhooks.' },
  WebhookReceiverSlow: { status: 409, message: 'The receiver has not answered yet. Try again in a few seconds.' },
  TooManyServiceAccounts: { status: 409, message: 'This workspace has the maximum number of service accounts.' },
  SecretNoLongerAvailable: {
    status: 409,
    message:
      'This request succeeded earlier, and its secret can no longer be shown. Revoke what it created and send a new request.',
  },
  PayloadTooLarge: { status: 413, message: 'The request body exceeds 100 KB.' },
  UnsupportedMediaType: { status: 415, message: 'Send the request as application/json.' },
  ExpectationFailed: { status: 417, message: 'Only `Expect: 100-continue` is supported.' },
  IdempotencyKeyReused: {
    status: 422,
    message: 'This idempotency key was already used with different values.',
  },
  TooManyRequests: { status: 429, message: 'Too many requests. Try again later.' },
  HeadersTooLarge: {
    status: 431,
    message: 'The URL or the cookies of this site are too large. Delete the cookies of this site, then try again.',
  },
  InternalError: { status: 500, message: 'Something went wrong on our side.' },
  IdentityProviderMisconfigured: {
    status: 500,
    message: 'The login service and this service are not set up correctly for each other. Please contact support.',
  },
  IdentityProviderUnavailable: {
    status: 503,
    message: 'The login service can’t be reached right now. Try again in a minute.',
  },
  BillingUnavailable: {
    status: 503,
    message: 'Billing can’t be reached right now. Try again in a minute.',
  },
  BillingMisconfigured: {
    status: 503,
    message: 'Billing is not available because of a problem on our side. Try again later.',
  },
  NotReady: { status: 503, message: 'The service is not ready yet.' },
  DatabaseUnavailable: {
    status: 503,
    message: 'The service can’t reach its database right now. Try again in a minute.',
  },
  StorageFull: {
    status: 503,
    message: 'The service has no storage space left, so nothing was saved. Try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** The type of an error. It never changes, so programs can rely on it. */
export type ErrorType = keyof typeof apiErrors;

/** The reference's text about an error type, which `error-docs.ts` has. */
export interface ErrorDoc {
  /** When the API returns the error. */
  readonly when: string;
  /** What the caller can do about it. */
  readonly remedy: string;
}

/** An invalid value of the request. */
export const FieldError = z.object({
  /** The location of the value: `body.displayName`, `params.userId`. */
  path: z.string(),
  /** What is wrong, as shown at a form field. */
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** A field that changed after the caller read it. */
export const ChangedField = z.object({
  /** The name of the field: `displayName`. */
  field: z.string(),
  /** The current value. */
  value: z.nullable(z.string()),
});
export type ChangedField = z.infer<typeof ChangedField>;

/** The body of an error response. Calls under `/oauth/` have another one: `OAuthErrorBody`. */
export const ErrorBody = z.object({
  error: z.object({
    /** The error type, for programs. */
    type: z.string(),
    /** The error message, for users. */
    message: z.string(),
    details: z.optional(
      z.object({
        /** The invalid values. */
        fields: z.optional(z.array(FieldError)),
        /** The values that changed after the caller read them. */
        changed: z.optional(z.array(ChangedField)),
      }),
    ),
  }),
  /** The id of this request in the API's log, equal to the `X-Request-Id` header. */
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
