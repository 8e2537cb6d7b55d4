import { isOpenToApiTokens, rateLimitOf, type Access, type Call, type ErrorType } from '@portal/contract';

/** Errors that many calls share, by what causes them. */
export const sharedErrors = {
  anyCall: ['InternalError', 'DatabaseUnavailable', 'StorageFull'],
  credential: ['NotSignedIn', 'InvalidToken', 'TokenNotAllowed', 'NetworkNotAllowed'],
  body: ['RequestTimeout', 'MalformedBody', 'PayloadTooLarge', 'UnsupportedMediaType'],
  apiToken: ['TokenReplaced', 'WorkspacePaused'],
  change: ['InvalidInput', 'RequestIdMissing', 'CrossSiteRequest', 'IdempotencyKeyReused'],
} as const satisfies Record<string, readonly ErrorType[]>;

/** Every error type that a call can respond with: those it declares, and those that its access and input imply. */
export function possibleErrors(call: Call): readonly ErrorType[] {
  return [
    ...new Set<ErrorType>([
      ...(call.params || call.query || call.body ? (['InvalidInput'] as const) : []),
      ...accessErrors(call.access),
      ...(isOpenToApiTokens(call) ? sharedErrors.apiToken : []),
      ...(!isUnauthenticatedAccess(call.access) && call.method !== 'GET' ? sharedErrors.change : []),
      ...(call.setsCookie ? (['CrossSiteRequest', 'RequestIdMissing'] as const) : []),
      ...(isLimitedRead(call) ? (['CrossSiteRequest'] as const) : []),
      ...(call.method !== 'GET' ? sharedErrors.body : []),
      ...(call.recentLogin ? (['FreshLoginRequired'] as const) : []),
      ...(call.oneTimeFields ? (['SecretNoLongerAvailable'] as const) : []),
      ...(rateLimitOf(call) ? (['TooManyRequests'] as const) : []),
      ...(call.errors ?? []),
      ...sharedErrors.anyCall,
    ]),
  ];
}

/** Whether a call of a user only reads data for the portal, and has a rate limit. */
export const isLimitedRead = ({ method, access, rateLimit, responseKind }: Call) =>
  method === 'GET' && rateLimit !== undefined && responseKind === undefined && !isUnauthenticatedAccess(access);

/** Whether a call ignores sessions and tokens. */
export const isUnauthenticatedAccess = (access: Access): access is Extract<Access, { who: 'anyone' | 'webhook' }> =>
  access.who === 'anyone' || access.who === 'webhook';

/** Whether a call can respond with an error type. */
export const mayFailWith = (call: Call, type: ErrorType) => possibleErrors(call).includes(type);

function accessErrors(access: Access): ErrorType[] {
  if (isUnauthenticatedAccess(access)) return [];
  const allowedWhile = access.who === 'instance' ? [] : (access.allowedWhile ?? []);
  // A token has a limit for its reads, whatever the call.
  const types: ErrorType[] = [...sharedErrors.credential, 'TooManyRequests'];
  if (!allowedWhile.includes('quarantine')) types.push('AccountQuarantined');
  if (!allowedWhile.includes('suspension')) types.push('AccountSuspended');
  if (access.who === 'instance') return types;
  if (access.requires.includes('acceptedTerms')) types.push('TermsNotAccepted');
  if (access.requires.includes('verifiedEmail')) types.push('EmailNotVerified');
  if (access.who !== 'authenticated') types.push('NotAllowed');
  if (access.who === 'member') types.push('WorkspaceNotFound', 'TokenOfOtherWorkspace');
  if (access.who === 'member' && access.scope !== undefined) types.push('InsufficientScope');
  return types;
}
