import { ErrorBox } from '@portal/ui';
import { useHasUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import type { InstanceRefresh } from './refresh-instance.ts';

/** Why the browser does not go to the instance yet, beside the change that the instance is to learn of. */
export function RefreshWaits({ of: { waits } }: { of: InstanceRefresh }) {
  const isTyped = useHasUnsavedChanges();
  if (!waits || !isTyped) return null;
  return (
    <ErrorBox
      tone="info"
      title="The change is saved"
      message="Save or undo what you typed on this page. Then we briefly open the workspace to apply the change."
    />
  );
}
