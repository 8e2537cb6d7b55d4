import { DeleteAccount } from '../../account/delete-account.tsx';
import { ExportAccount } from '../../account/export-account.tsx';
import { useUser } from '../../api/session.api.ts';
import { AccountLockNotice } from './account-lock-notice.tsx';
import { PaymentOptions } from './payment-options.tsx';

export function Component() {
  const { emailVerified, needsTosUpdate } = useUser();
  // The API rejects the billing calls of other users.
  const canPay = emailVerified && !needsTosUpdate;
  return (
    <AccountLockNotice
      icon="pause-circle"
      title="Account Paused"
      remedy={canPay && <PaymentOptions />}
      liftHint="We’ll lift the suspension once your payment is settled."
      actions={
        <>
          <ExportAccount />
          <DeleteAccount />
        </>
      }
    >
      Your account has been paused pending payment or establishing payment information. Please contact support.
    </AccountLockNotice>
  );
}
