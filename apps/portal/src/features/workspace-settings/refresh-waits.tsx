import { Button, ErrorBox } from '@portal/ui';
import { useSyncExternalStore } from 'react';
import { watchLosses, wouldLose } from '../../navigation/ask-before-leaving.ts';
import type { InstanceRefresh } from './refresh-instance.ts';

export interface RefreshWaitsProps {
  of: InstanceRefresh;
  /** Takes away what failed meanwhile, once somebody says that they read it. */
  onRead?: (() => void) | undefined;
}

/** Why the browser does not go to the instance yet, beside the change that the instance is to learn of. */
export function RefreshWaits({ of: { waits }, onRead }: RefreshWaitsProps) {
  const isTyped = useSyncExternalStore(watchLosses, wouldLose);
  if (!waits || !(onRead ?? isTyped)) return null;
  return (
    <ErrorBox
      tone="info"
      title="The change is saved"
      message={
        onRead
          ? 'Another one failed. Once you have read why, the workspace opens for a moment, so that it learns of the change.'
          : 'Save or undo what you changed on this page: then the workspace opens for a moment, so that it learns of the change.'
      }
      action={onRead && <Button onClick={onRead}>I have read it</Button>}
    />
  );
}
