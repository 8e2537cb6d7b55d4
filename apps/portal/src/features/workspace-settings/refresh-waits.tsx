import { ErrorBox } from '@portal/ui';
import { useSyncExternalStore } from 'react';
import { watchLosses, wouldLose } from '../../navigation/ask-before-leaving.ts';
import type { InstanceRefresh } from './refresh-instance.ts';

/** Why the browser does not go to the instance yet, beside the change that the instance is to learn of. */
export function RefreshWaits({ of: { waits } }: { of: InstanceRefresh }) {
  const isTyped = useSyncExternalStore(watchLosses, wouldLose);
  if (!waits || !isTyped) return null;
  return (
    <ErrorBox
      tone="info"
      title="The change is saved"
      message="Save or undo what you typed on this page. Then we briefly open the workspace to apply the change."
    />
  );
}
