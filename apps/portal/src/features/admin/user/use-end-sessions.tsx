import type { UserForStaff } from '@portal/contract';
import { useState } from 'react';
import { endSessionsAction } from '../account-locks/pending-action.ts';
import { EndedSessionsMessage, EndSessionsDialog } from './end-sessions-dialog.tsx';

/** Ends the sessions of a user. The page renders the returned `dialog` and `resultMessage`. */
export function useEndSessions({ id: userId, email }: UserForStaff) {
  const pending = endSessionsAction.usePending();
  const [request, setRequest] = useState(pending);
  const [ended, setEnded] = useState<Parameters<typeof EndedSessionsMessage>[0]['ended']>();
  return {
    open: () => {
      setEnded(undefined);
      setRequest({});
    },
    clearResult: () => setEnded(undefined),
    resultMessage: <EndedSessionsMessage email={email} ended={ended} />,
    dialog: request && (
      <EndSessionsDialog
        {...request}
        userId={userId}
        email={email}
        onClose={() => setRequest(undefined)}
        onDone={setEnded}
      />
    ),
  };
}
