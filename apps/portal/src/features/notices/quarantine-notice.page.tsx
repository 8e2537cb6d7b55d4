import { useUser } from '../../api/session.api.ts';
import { Notice } from './notice.tsx';

export function Component() {
  const { quarantinedAt } = useUser();
  return (
    <Notice
      icon="shield-alert"
      title="Account Quarantined"
      since={quarantinedAt}
      end="Support ends the pause once the matter is cleared up."
    >
      Your account has been paused for suspicious activity. Please contact support to have it looked at.
    </Notice>
  );
}
