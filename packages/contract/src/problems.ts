import * as z from 'zod/mini';

interface ProblemKind {
  readonly status: number;
  readonly message: string;
}

/**
 * Every type of failure that the API answers, with its HTTP status and the sentence people read.
 * A handler may give a more exact sentence; the type and the status never change.
 * Source: specification section 8; the body's shape is in the decisions.
 */
export const problems = {
  InvalidInput: { status: 400, message: 'Some values are invalid.' },
  MalformedBody: { status: 400, message: 'The body must be a JSON object.' },
  MalformedRequest: { status: 400, message: 'The request is not valid HTTP.' },
  RequestIdMissing: { status: 400, message: 'The X-SI-REQUEST-ULID header is missing or is not a ULID.' },
  LoginNotFinished: { status: 400, message: 'The login was cancelled, took too long or was begun in another browser.' },
  InvalidCode: { status: 400, message: 'This code is unknown, was used already or is too old.' },
  InvalidLink: { status: 400, message: 'This link is incomplete or has expired. Use the link in the latest email.' },
  InvalidSignature: { status: 400, message: 'The signature of this event is not valid.' },
  NotSignedIn: { status: 401, message: 'You are not logged in.' },
  InvalidToken: { status: 401, message: 'This token is not valid any more.' },
  AccountQuarantined: { status: 403, message: 'Your account is quarantined. Please contact support.' },
  AccountSuspended: { status: 403, message: 'Your account is paused. Please contact support.' },
  FreshLoginRequired: {
    status: 403,
    message: 'Your last login is too long ago for this. Log in again, then try again.',
  },
  TermsNotAccepted: { status: 403, message: 'Accept the current terms of service first.' },
  EmailNotVerified: { status: 403, message: 'Verify your email address first.' },
  NotAllowed: { status: 403, message: 'You are not allowed to do this.' },
  TokenNotAllowed: { status: 403, message: 'This call can’t be made with a token.' },
  CrossSiteRequest: { status: 403, message: 'This request did not come from the portal.' },
  LoginNotFresh: {
    status: 403,
    message: 'The login service did not confirm that you logged in just now. Log in again, or contact support.',
  },
  LoginOfSomebodyElse: {
    status: 403,
    message: 'You logged in with another account than the one that you were using. Log in with that one.',
  },
  NotFound: { status: 404, message: 'No such endpoint.' },
  UserNotFound: { status: 404, message: 'There is no such user.' },
  WorkspaceNotFound: {
    status: 404,
    message: 'This workspace does not exist, was closed by support, or you are not a member of it.',
  },
  MemberNotFound: { status: 404, message: 'This person is not a member of the workspace.' },
  AuthTokenNotFound: { status: 404, message: 'This API token does not exist.' },
  LegalVersionNotFound: { status: 404, message: 'There is no such version of the legal documents.' },
  MethodNotAllowed: { status: 405, message: 'Method not allowed; see the Allow header.' },
  RequestTimeout: { status: 408, message: 'The request took too long.' },
  EmailAlreadyVerified: { status: 409, message: 'Your email address is verified already.' },
  TosVersionNotCurrent: {
    status: 409,
    message: 'These terms are not the current ones. Reload the page to read the new ones.',
  },
  OwnerMustStay: { status: 409, message: 'A workspace always keeps its owner.' },
  AlreadyMember: { status: 409, message: 'This person is a member of the workspace already.' },
  NoEmailAtProvider: {
    status: 409,
    message: 'Your account at the login service has no email address that we can use. Add one there, then try again.',
  },
  UserIsQuarantined: { status: 409, message: 'This account is quarantined. End the quarantine first.' },
  WorkspaceChanged: { status: 409, message: 'This workspace changed after you opened it. Nothing was saved.' },
  WorkspaceNotRestorable: { status: 409, message: 'This workspace can’t be restored.' },
  NoLoginToRefresh: { status: 409, message: 'This account has never logged in.' },
  SecretNoLongerAvailable: {
    status: 409,
    message:
      'This request succeeded earlier, and its secret can no longer be shown. Revoke what it created and send a new request.',
  },
  PayloadTooLarge: { status: 413, message: 'The request body exceeds 100 KB.' },
  UnsupportedMediaType: { status: 415, message: 'Send the request as application/json.' },
  ExpectationFailed: { status: 417, message: 'Only `Expect: 100-continue` is supported.' },
  RequestUlidReused: {
    status: 422,
    message: 'This requestUlid was already used with different values.',
  },
  TooManyRequests: { status: 429, message: 'Too many requests. Try again later.' },
  HeadersTooLarge: { status: 431, message: 'The address or the headers are too large.' },
  InternalError: { status: 500, message: 'Something went wrong on our side.' },
  IdentityProviderUnavailable: {
    status: 503,
    message: 'The login service can’t be reached right now. Try again in a minute.',
  },
  BillingUnavailable: {
    status: 503,
    message: 'Billing can’t be reached right now. Try again in a minute.',
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
} as const satisfies Record<string, ProblemKind>;

export type ProblemType = keyof typeof problems;

/** One field that was refused: where it stands in the request (`body.displayName`) and why. */
export const FieldProblem = z.object({
  /** Where the value stands: `body.displayName`, `params.userId`. */
  path: z.string(),
  /** A sentence that can stand at the field. */
  message: z.string(),
});
export type FieldProblem = z.infer<typeof FieldProblem>;

/** One field that changed after the caller read it, with its present value. */
export const ChangedField = z.object({
  /** The name of the field: `displayName`. */
  field: z.string(),
  /** The present value. */
  value: z.nullable(z.string()),
});
export type ChangedField = z.infer<typeof ChangedField>;

/** The body of every failure, whatever failed. */
export const ProblemBody = z.object({
  error: z.object({
    /** What failed, for programs: one of the catalogue's types. */
    type: z.string(),
    /** What failed, for people. */
    message: z.string(),
    details: z.optional(
      z.object({
        /** The values that were refused. */
        fields: z.optional(z.array(FieldProblem)),
        /** The values that changed after the caller read them. */
        changed: z.optional(z.array(ChangedField)),
      }),
    ),
  }),
  /** The id of this request in the log; `X-Request-Id` is the same. */
  requestId: z.string(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;
