import type { UserForStaff } from '@portal/contract';
import { Button, ErrorBox, Icon } from '@portal/ui';
import { LockTerms } from '../lock-outs/lock-terms.tsx';
import { lockOutWords } from '../lock-outs/lock-outs.ts';
import { locksOf, type Lock, type LockOutKind } from '../lock-outs/locks.ts';

const list = new Intl.ListFormat('en-GB');

/** What else has to happen before the portal opens, in the order in which its pages ask for it. */
function stepsLeft({ terms, reviewedProfileAt, emailVerified }: UserForStaff): string[] {
  return [
    ...(terms.needsTosUpdate ? [`accepted the terms of ${terms.latestTosVersion}`] : []),
    ...(reviewedProfileAt === null ? ['reviewed their profile'] : []),
    ...(emailVerified ? [] : ['verified their email']),
  ];
}

/** A quarantine is for a person, who may have other accounts: those that came before it stay as they are. */
function OpenAccounts({ sameAddress }: UserForStaff) {
  const { length } = sameAddress.filter(
    (other) => other.auth0Id !== null && other.emailVerified && !other.isQuarantined,
  );
  if (length === 0) return null;
  const those = length === 1 ? 'Another account with this email is' : `${length} other accounts with this email are`;
  return <span className="block">{`${those} not quarantined: see “Same email” below.`}</span>;
}

export interface UserAccessProps {
  user: UserForStaff;
  /** Nobody acts on themself. */
  isSelf: boolean;
  isUnlocking: (kind: LockOutKind) => boolean;
  onUnlock: (kind: LockOutKind) => void;
  onChange: (kind: LockOutKind, lock: Lock) => void;
}

/** Why somebody can't get into the portal, each reason in one sentence, and what can be done about those that staff made. */
export function UserAccess({ user, isSelf, isUnlocking, onUnlock, onChange }: UserAccessProps) {
  const { quarantine, suspension } = locksOf(user);
  const acts = (kind: LockOutKind, lock: Lock) =>
    !isSelf && (
      <>
        <Button size="sm" aria-label={`Change the ${kind}`} onClick={() => onChange(kind, lock)}>
          Change...
        </Button>
        <Button
          size="sm"
          loading={isUnlocking(kind)}
          loadingText={lockOutWords[kind].unlocking}
          onClick={() => onUnlock(kind)}
        >
          {lockOutWords[kind].unlock}
        </Button>
      </>
    );
  const steps = stepsLeft(user);
  return (
    <>
      {quarantine && (
        <ErrorBox
          title="Quarantined: whoever logs in to this account only sees a notice, and can only log out."
          message={
            <>
              <LockTerms {...quarantine} />
              <OpenAccounts {...user} />
            </>
          }
          action={acts('quarantine', quarantine)}
        />
      )}
      {suspension && (
        <ErrorBox
          tone="warning"
          title="Suspended: whoever logs in to this account only sees a notice, and can only pay or log out."
          message={<LockTerms {...suspension} />}
          action={acts('suspension', suspension)}
        />
      )}
      {user.auth0Id === null ? (
        <ErrorBox
          tone="info"
          message="Only invited: the account becomes theirs when they first log in with this address, verified."
        />
      ) : (
        steps.length > 0 && (
          <ErrorBox tone="info" message={`The whole portal opens to them once they have ${list.format(steps)}.`} />
        )
      )}
      {!quarantine && !suspension && user.auth0Id !== null && steps.length === 0 && (
        <p className="flex items-center gap-2 text-secondary">
          <Icon name="check-circle" className="text-success-icon" />
          Nothing keeps this person out of the portal.
        </p>
      )}
    </>
  );
}
