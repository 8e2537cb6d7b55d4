import { AccountLockNotice } from './account-lock-notice.tsx';

export function Component() {
  return (
    <AccountLockNotice
      icon="shield-alert"
      title="Account Quarantined"
      liftHint="Support lifts the quarantine after the review."
    >
      Your account has been paused for suspicious activity. Please contact support for a review.
    </AccountLockNotice>
  );
}
