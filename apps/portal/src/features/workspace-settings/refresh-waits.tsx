import { ErrorBox } from '@portal/ui';
import type { InstanceRefresh } from './refresh-instance.ts';

/** Why the browser does not go to the instance yet, beside the change that the instance is to learn of. */
export function RefreshWaits({ of: { waits } }: { of: InstanceRefresh }) {
  if (!waits) return null;
  return (
    <ErrorBox
      tone="info"
      title="The change is saved"
      message="Save or undo what you changed under Details: then the workspace opens for a moment, so that it learns of the change."
    />
  );
}
