import { useUser } from '../../api/session.api.ts';
import { Notice } from './notice.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

export function Component() {
  const { emailVerified, needsTosUpdate } = useUser();
  // The API opens billing to nobody else.
  const mayPay = emailVerified && !needsTosUpdate;
  return (
    <Notice
      icon="pause-circle"
      title="Account Paused"
      quietSupport={mayPay}
      end="Support ends the pause once everything is settled."
      ways={mayPay && <WaysToPay />}
    >
      Your account has been paused pending payment or establishing payment information. Please contact support.
    </Notice>
  );
}
