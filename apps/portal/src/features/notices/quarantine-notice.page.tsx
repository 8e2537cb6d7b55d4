import { Notice } from './notice.tsx';

export function Component() {
  return (
    <Notice icon="shield-alert" title="Account Quarantined">
      Your account has been paused for suspicious activity. Please contact support to have it looked at.
    </Notice>
  );
}
