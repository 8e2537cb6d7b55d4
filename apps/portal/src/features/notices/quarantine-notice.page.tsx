import { Notice } from './notice.tsx';

export function Component() {
  return (
    <Notice icon="shield-alert" title="Account Quarantined" end="Support ends the pause once the matter is cleared up.">
      Your account has been paused for suspicious activity. Please contact support to have it looked at.
    </Notice>
  );
}
