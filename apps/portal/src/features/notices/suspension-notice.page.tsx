import { Button } from '@portal/ui';
import { useUser, useWhoamiQuery } from '../../api/session.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
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
      ways={
        <>
          {mayPay && <WaysToPay />}
          <WayOut />
        </>
      }
    >
      Your account has been paused pending payment or establishing payment information. Please contact support.
    </Notice>
  );
}

/** Once the pause is over, the answer leads on to the workspaces. */
function WayOut() {
  const { error, isFetching, refetch } = useWhoamiQuery();
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-secondary">Support ends the pause once everything is settled.</p>
      <FailureBox error={error} title="We could not look" />
      <Button icon="refresh" loading={isFetching} loadingText="Looking..." onClick={() => void refetch()}>
        See whether the pause is over
      </Button>
    </div>
  );
}
