import type { Notice } from '@portal/ui';
import { useCallback, useState } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { useStoredDraft } from '../../../lib/drafts.ts';

/** What the user changed last, also if the browser has visited the instance since. */
export function useLastChange(workspaceId: string) {
  const [change, setChange] = useState<Notice>();
  const onChanged = useCallback(
    (message: string | undefined, { isWarning }: { readonly isWarning: boolean } = { isWarning: false }) =>
      setChange((previous) =>
        message === undefined ? undefined : { id: (previous?.id ?? 0) + 1, message, isWarning },
      ),
    [],
  );
  useStoredDraft(`${useUser().id}/${workspaceId}/change`, {
    // A warning is about an email, which no visit of the instance follows.
    read: () => (change?.isWarning ? undefined : change?.message),
    restore: (stored) => {
      if (typeof stored === 'string') onChanged(stored);
    },
  });
  const clearChange = useCallback(() => setChange(undefined), []);
  return { change, onChanged, clearChange };
}
