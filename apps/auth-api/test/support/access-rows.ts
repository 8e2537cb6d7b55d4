import type { ErrorType } from '@portal/contract';
import type { ActorName } from './actors.ts';

/** The outcome of a call for an actor: success or an error type. */
export type Outcome = 'ok' | ErrorType;
export type Row = Readonly<Record<ActorName, Outcome>>;

export const invalidTokens = {
  revokedToken: 'InvalidToken',
  expiredToken: 'InvalidToken',
  foreignToken: 'InvalidToken',
  quarantinedToken: 'InvalidToken',
  suspendedToken: 'InvalidToken',
  quarantinedInstanceToken: 'InvalidToken',
  endedTerminalToken: 'InvalidToken',
} as const;
export const disallowedTokens = {
  apiToken: 'TokenNotAllowed',
  instanceToken: 'TokenNotAllowed',
  otherWorkspaceToken: 'TokenNotAllowed',
  editorToken: 'TokenNotAllowed',
  unverifiedToken: 'TokenNotAllowed',
  termsPendingToken: 'TokenNotAllowed',
  unverifiedInstanceToken: 'TokenNotAllowed',
  strayedInstanceToken: 'TokenNotAllowed',
  terminalToken: 'TokenNotAllowed',
  accountToken: 'TokenNotAllowed',
} as const;

export const allowedForAll: Row = {
  anonymous: 'ok',
  outsider: 'ok',
  editor: 'ok',
  approver: 'ok',
  owner: 'ok',
  staff: 'ok',
  staleStaff: 'ok',
  unverifiedStaff: 'ok',
  passwordStaff: 'ok',
  staffWithoutMfa: 'ok',
  lateVerifiedStaff: 'ok',
  unverified: 'ok',
  termsPending: 'ok',
  quarantined: 'ok',
  suspended: 'ok',
  exMember: 'ok',
  inDeletedWorkspace: 'ok',
  inQuarantinedWorkspace: 'ok',
  apiToken: 'ok',
  instanceToken: 'ok',
  revokedToken: 'ok',
  expiredToken: 'ok',
  foreignToken: 'ok',
  otherWorkspaceToken: 'ok',
  quarantinedStaff: 'ok',
  suspendedStaff: 'ok',
  termsPendingStaff: 'ok',
  editorToken: 'ok',
  unverifiedToken: 'ok',
  termsPendingToken: 'ok',
  quarantinedToken: 'ok',
  suspendedToken: 'ok',
  unverifiedInstanceToken: 'ok',
  quarantinedInstanceToken: 'ok',
  strayedInstanceToken: 'ok',
  terminalToken: 'ok',
  accountToken: 'ok',
  endedTerminalToken: 'ok',
};

/** A row in which those who have access get an error, because of the state of the fixture. */
export function admitted(row: Row, outcome: Outcome): Row {
  const cells = Object.entries(row).map(([name, cell]) => [name, cell === 'ok' ? outcome : cell]);
  return Object.fromEntries(cells) as Row;
}

/** A row with one outcome for all actors, and optionally another one for those with a session. */
export function rowForAll(outcome: Outcome, { withSession = outcome }: { withSession?: Outcome } = {}): Row {
  const isToken = (name: string) => name === 'anonymous' || name.endsWith('Token');
  const cells = Object.keys(allowedForAll).map((name) => [name, isToken(name) ? outcome : withSession]);
  return Object.fromEntries(cells) as Row;
}
