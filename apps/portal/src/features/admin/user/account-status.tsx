import type { UserForStaff, LockKind } from '@portal/contract';
import { Button, Alert, Icon, Timestamp } from '@portal/ui';
import { LockDetails } from '../account-locks/lock-details.tsx';
import { activeLocks, lockLabels, type ActiveLock } from '../account-locks/locks.ts';

const listFormat = new Intl.ListFormat('en-GB');

/** What the user still has to do before they get full access, in the order of the pages. */
function remainingSteps({ terms, reviewedProfileAt, emailVerified }: UserForStaff): string[] {
  return [
    ...(terms.needsTosUpdate ? [`accepted the ${terms.latestTosVersion} terms`] : []),
    ...(reviewedProfileAt === null ? ['reviewed their profile'] : []),
    ...(emailVerified ? [] : ['verified their email']),
  ];
}

/** A quarantine does not extend to other accounts with the same email that existed before it. */
function UnquarantinedAccounts({ sameAddress: accountsWithSameEmail }: UserForStaff) {
  const { length } = accountsWithSameEmail.filter(
    (other) => other.auth0Id !== null && other.emailVerified && !other.isQuarantined,
  );
  if (length === 0) return null;
  const accounts = length === 1 ? 'Another account with this email is' : `${length} other accounts with this email are`;
  return <span className="block">{`${accounts} not quarantined: see “Same email” below.`}</span>;
}

export interface AccountStatusProps {
  user: UserForStaff;
  /** Staff cannot lock or unlock their own account. */
  isSelf: boolean;
  isUnlocking: (kind: LockKind) => boolean;
  onUnlock: (kind: LockKind) => void;
  onChange: (kind: LockKind, lock: ActiveLock) => void;
}

/** Why the user has no access or limited access, with the actions for locks. */
export function AccountStatus({ user, isSelf, isUnlocking, onUnlock, onChange }: AccountStatusProps) {
  const { quarantine, suspension } = activeLocks(user);
  const lockActions = (kind: LockKind, lock: ActiveLock) =>
    !isSelf && (
      <>
        {/* First, so that on a narrow screen the prompt moves the other button and not itself. */}
        <Button
          size="sm"
          confirmClick
          aria-label={lockLabels[kind].unlock}
          loading={isUnlocking(kind)}
          loadingText={lockLabels[kind].unlocking}
          onClick={() => onUnlock(kind)}
        >
          {lockLabels[kind].unlock}
        </Button>
        <Button size="sm" aria-label={`Change the ${kind}`} onClick={() => onChange(kind, lock)}>
          Change...
        </Button>
      </>
    );
  const steps = remainingSteps(user);
  return (
    <>
      {quarantine && (
        <Alert
          title="Quarantined: this user only sees a notice, and can only log out."
          message={
            <>
              <LockDetails {...quarantine} />
              <UnquarantinedAccounts {...user} />
            </>
          }
          action={lockActions('quarantine', quarantine)}
        />
      )}
      {suspension && (
        <Alert
          tone="warning"
          title="Suspended: this user only sees a notice, and can only pay, download their data, delete the account or log out."
          message={<LockDetails {...suspension} />}
          action={lockActions('suspension', suspension)}
        />
      )}
      {user.deletionDueAt && (
        <Alert
          tone="warning"
          title="Deletion requested by the user"
          message={
            <span>
              This account will be deleted on{' '}
              <Timestamp date={user.deletionDueAt} relative="disabled" showTime="minutes" />, unless the user cancels
              the deletion.
              {(quarantine ?? suspension) && (
                <span> Deletion waits while the account is quarantined or suspended.</span>
              )}
            </span>
          }
        />
      )}
      {user.auth0Id === null ? (
        <Alert
          tone="info"
          message="Invited: the account becomes active after their first login with this email, once it is verified."
        />
      ) : (
        steps.length > 0 && (
          <Alert tone="info" message={`This user gets full access once they have ${listFormat.format(steps)}.`} />
        )
      )}
      {!quarantine && !suspension && !user.deletionDueAt && user.auth0Id !== null && steps.length === 0 && (
        <p className="flex items-center gap-2 text-secondary">
          <Icon name="check-circle" className="text-success-icon" />
          This account has no restrictions.
        </p>
      )}
    </>
  );
}
