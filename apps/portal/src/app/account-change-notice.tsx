import { Button, Modal } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useWhoamiState } from '../api/session.api.ts';
import { accountChanged, forgetAccountChange } from '../navigation/account-change.ts';

/** Says to whoever finds a tab begun anew why it is, and whose it is now. */
export function AccountChangeNotice() {
  const [changed, setChanged] = useState(accountChanged);
  const user = useWhoamiState().data?.user;
  useEffect(() => void forgetAccountChange(), []);
  return (
    <Modal
      open={changed && user !== undefined}
      onOpenChange={setChanged}
      title="This is another account now"
      actions={
        <Button variant="primary" onClick={() => setChanged(false)}>
          Go on
        </Button>
      }
    >
      In another tab of this browser somebody logged in as <b className="break-words">{user?.email}</b>, and a browser
      has one login for all its tabs. What was typed here before is gone.
    </Modal>
  );
}
