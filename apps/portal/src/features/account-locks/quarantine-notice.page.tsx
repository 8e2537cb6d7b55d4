import { AccountLockNotice } from './account-lock-notice.tsx';

export function Component() {
  return (
    <AccountLockNotice
      icon="shield-alert"
      title="Account Quarantined"
      liftHint="We’ll lift the quarantine once support has reviewed your account."
    >
      Your account has been paused for suspicious activity. Please contact support for a review.
    </AccountLockNotice>
  );
}
