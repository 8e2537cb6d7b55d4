import { limitOf, type Access, type Call, type ProblemType } from '@portal/contract';

/** The failures that calls of a kind share. */
export const sharedProblems = {
  ofAnyCall: ['InternalError', 'DatabaseUnavailable', 'StorageFull'],
  ofACredential: ['NotSignedIn', 'InvalidToken', 'TokenNotAllowed'],
  ofABody: ['RequestTimeout', 'MalformedBody', 'PayloadTooLarge', 'UnsupportedMediaType'],
  ofAChange: ['InvalidInput', 'RequestIdMissing', 'CrossSiteRequest', 'RequestUlidReused'],
} as const satisfies Record<string, readonly ProblemType[]>;

/** Every type of failure that a call can answer: its own, and those that its access and its input bring along. */
export function problemsOf(call: Call): readonly ProblemType[] {
  return [
    ...new Set<ProblemType>([
      ...(call.params || call.query || call.body ? (['InvalidInput'] as const) : []),
      ...accessProblems(call.access),
      ...(!isUnnamed(call.access) && call.method !== 'GET' ? sharedProblems.ofAChange : []),
      ...(call.method !== 'GET' ? sharedProblems.ofABody : []),
      ...(call.secrets ? (['SecretNoLongerAvailable'] as const) : []),
      ...(takesInput(call) || limitOf(call) ? (['TooManyRequests'] as const) : []),
      ...(call.problems ?? []),
      ...sharedProblems.ofAnyCall,
    ]),
  ];
}

/** Whether a call has input that may be invalid, which is limited. */
const takesInput = ({ method, params, query, body }: Call) =>
  method !== 'GET' || params !== undefined || query !== undefined || body !== undefined;

/** Whether a call looks at nobody’s credential. */
export const isUnnamed = (access: Access): access is Extract<Access, { who: 'anyone' | 'webhook' }> =>
  access.who === 'anyone' || access.who === 'webhook';

/** Whether a call may answer with this type. */
export const mayFailWith = (call: Call, type: ProblemType) => problemsOf(call).includes(type);

function accessProblems(access: Access): ProblemType[] {
  if (isUnnamed(access)) return [];
  const openWhile = access.who === 'instance' ? [] : (access.openWhile ?? []);
  const types: ProblemType[] = [...sharedProblems.ofACredential];
  if (!openWhile.includes('quarantined')) types.push('AccountQuarantined');
  if (!openWhile.includes('suspended')) types.push('AccountSuspended');
  if (access.who === 'instance') return types;
  if (access.needs.includes('terms')) types.push('TermsNotAccepted');
  if (access.needs.includes('verified')) types.push('EmailNotVerified');
  if (access.who !== 'signed-in') types.push('NotAllowed');
  if (access.who === 'member') types.push('WorkspaceNotFound');
  return types;
}
