import { detailText, loginMethodPhrase, signupMethodOf, type AuditEntry } from '@portal/contract';
import { formatDate } from '@portal/ui';
import type { ReactNode } from 'react';
import {
  describeInvitationsOf,
  describeRole,
  detailChange,
  detailNewText,
  detailOldText,
} from '../lib/audit-details.ts';

type Details = AuditEntry['details'];

/** The nouns of a sentence. The audit log names them with links. A workspace's activity leaves out what its owner knows. */
export interface EntryNouns {
  /** The affected user. */
  readonly target: ReactNode;
  /** The affected user after a preposition: " for pat@example.com". Empty if the owner may not know the user. */
  readonly withTarget: (preposition: string) => ReactNode;
  /** "Playground", or "the workspace". */
  readonly workspace: ReactNode;
  /** The workspace after a preposition: " in Playground". Empty if the reader sees only one workspace. */
  readonly withWorkspace: (preposition: string) => ReactNode;
}

export interface ActionDescription {
  /** In filters and as a title. */
  readonly label: string;
  /** The part of the sentence after the actor: "created Playground". */
  readonly describe: (details: Details, nouns: EntryNouns) => ReactNode;
}

/** A sentence that ends with the affected user. */
export const aboutUser =
  (text: string) =>
  (_: Details, { target }: EntryNouns) => (
    <>
      {text} {target}
    </>
  );

/** A sentence that ends with the workspace. */
export const aboutWorkspace =
  (text: string) =>
  (_: Details, { workspace }: EntryNouns) => (
    <>
      {text} {workspace}
    </>
  );

/** A sentence that says what happened in, to or from the workspace. */
export const atWorkspace =
  (preposition: string, text: string | ((details: Details) => string)) =>
  (details: Details, { withWorkspace }: EntryNouns) => (
    <>
      {typeof text === 'string' ? text : text(details)}
      {withWorkspace(preposition)}
    </>
  );

export function describeLogin(details: Details): string {
  const connection = detailText(details, 'connection');
  const first = details?.['isFirst'] === true ? ' for the first time' : '';
  const quarantined = details?.['quarantinedLike']
    ? ', quarantined because another account with the same email is'
    : '';
  const ended = details?.['staffSessionsEnded'] ? ', which ended earlier staff sessions' : '';
  return `logged in${first}${connection === null ? '' : ` with ${loginMethodPhrase(signupMethodOf(connection))}`}${ended}${quarantined}`;
}

/** The log records a verification only if it brought a quarantine or an invitation. */
export const describeVerification = (details: Details) =>
  details?.['quarantinedLike'] ? 'verified a quarantined email' : 'verified an invited email';

/** Of a call that asks the login service: if the account was gone there, the call only ended the sessions. */
export const unlessIdentityDeleted = (describe: (details: Details) => string) => (details: Details) =>
  details?.['identityDeleted']
    ? 'was logged out, because the login service no longer has the account'
    : describe(details);

/** The email no longer belongs to staff, and the refresh had no other effect. */
export const lostOnlyStaffRights = (details: Details) =>
  Boolean(details?.['staffSessionsEnded']) && !details?.['quarantinedLike'] && !details?.['lockedLike'];

export function describeWorkspaceUpdate(details: Details, { workspace }: EntryNouns) {
  const name = detailNewText(details, 'displayName');
  const before = detailOldText(details, 'displayName');
  const url = detailNewText(details, 'instanceUrl');
  if (name !== null) {
    return (
      <>
        renamed {workspace} {before !== null && `from “${before}” `}to “{name}”
      </>
    );
  }
  return url === null ? (
    <>edited {workspace}</>
  ) : (
    <>
      changed the URL of {workspace} to {url}
    </>
  );
}

export const describeInvitation = (details: Details, { target, withWorkspace }: EntryNouns) => (
  <>
    invited {target}
    {details?.['again'] === true && ' again'}
    {withWorkspace('to')} as {describeRole(details?.['role'])}
  </>
);

export const describeAcceptance = (details: Details, { withWorkspace }: EntryNouns) => (
  <>
    accepted an invitation
    {withWorkspace('to')}
    {typeof details?.['role'] === 'string' && ` as ${describeRole(details['role'])}`}
  </>
);

export const aboutInvitation =
  (text: string) =>
  (_: Details, { target, withWorkspace }: EntryNouns) => (
    <>
      {text} {target}
      {withWorkspace('in')}
    </>
  );

export function describeRemoval(details: Details, { target, withWorkspace }: EntryNouns) {
  const isInvitation = detailText(details, 'invitationId') !== null;
  return (
    <>
      {isInvitation ? 'cancelled the invitation to' : 'removed'} {target}
      {withWorkspace(isInvitation ? 'in' : 'from')}
      {describeInvitationsOf(details)}
    </>
  );
}

export const describeOffer =
  (text: string) =>
  (_: Details, { target, withWorkspace }: EntryNouns) => (
    <>
      {text}
      {withWorkspace('of')} to {target}
    </>
  );

export const describeReassignment =
  (verb: string) =>
  (details: Details, { withTarget, withWorkspace }: EntryNouns) => {
    const reason = detailText(details, 'reason');
    return (
      <>
        {verb}
        {withWorkspace('of')}
        {withTarget('to')}
        {reason !== null && `: “${reason}”`}
      </>
    );
  };

/** A text of the new lock in a change. */
const lockDetail = (lock: unknown, name: string) =>
  typeof lock === 'object' && lock !== null ? detailText({ ...lock }, name) : null;

/** A lock was created, changed or lifted. The owner of a workspace learns only whether it was and is quarantined. */
export function describeLock(details: Details, verb: string, noun: string, locked: ReactNode) {
  const change = detailChange(details, noun);
  const wasLocked = change ? Boolean(change.from) : details?.['wasQuarantined'] !== false;
  const isLocked = change ? change.to !== null : details?.['isQuarantined'] !== false;
  const reason = isLocked ? lockDetail(change?.to, 'reason') : detailText(details, 'reason');
  const until = lockDetail(change?.to, 'until');
  const lifted = wasLocked ? `lifted the ${noun} of` : `found no ${noun} to lift for`;
  const applied = wasLocked ? `changed the ${noun} of` : verb;
  return (
    <>
      {isLocked ? applied : lifted} {locked}
      {until !== null && ` until ${formatDate(new Date(until))}`}
      {reason !== null && `: “${reason}”`}
    </>
  );
}

export const describeSetUp = (_: Details, { workspace, withTarget }: EntryNouns) => (
  <>
    set up {workspace}
    {withTarget('for')}
  </>
);

export const withPeriod = (text: string) => (details: Details) =>
  `${text} from ${detailText(details, 'startDate') ?? 'an unknown date'} to ${detailText(details, 'endDate') ?? 'an unknown date'}`;

export const withSearchTerm = (text: string, name: string) => (details: Details) =>
  `${text} “${detailText(details, name) ?? ''}”`;
