import { WorkspaceQuarantineChange, type OwnedWorkspace } from '@portal/contract';
import { useQuarantineWorkspaceMutation } from '../../api/staff.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { ConfirmForm } from './confirm-form.tsx';

type Change = { isQuarantined: boolean; reason?: string | null | undefined };

/** What is left empty is not sent, so that a repeat keeps what was said before. */
const terms = {
  safeParse: (values: unknown) => {
    const { reason } = values as { reason: string | null };
    return WorkspaceQuarantineChange.safeParse({ isQuarantined: true, ...(reason !== null && { reason }) });
  },
};

export interface WorkspaceQuarantineDialogProps {
  workspace: OwnedWorkspace;
  onClose: () => void;
  onDone: (workspace: OwnedWorkspace) => void;
}

/** Asks before a workspace is closed to everybody in it, and says whose it is. */
export function WorkspaceQuarantineDialog({ workspace, onClose, onDone }: WorkspaceQuarantineDialogProps) {
  const [quarantine, { error, isLoading }] = useQuarantineWorkspaceMutation();
  const { control, handleSubmit, setError } = useCheckedForm<{ reason: string }, Change>(terms, {
    defaultValues: { reason: '' },
  });
  const unplaced = useFieldFailures({ error, setError, names: ['reason'] });
  const submit = handleSubmit(async (body) => {
    const { data } = await quarantine({ params: { workspaceId: workspace.workspaceId }, body });
    if (!data) return;
    onDone(data);
    onClose();
  });
  return (
    <ConfirmForm
      title="Quarantine this workspace?"
      confirmLabel="Quarantine"
      loading={isLoading}
      loadingText="Quarantining..."
      error={unplaced}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <strong>{workspace.displayName}</strong> of <strong>{workspace.email}</strong> at {workspace.instanceUrl} is
        closed to its members, and its API tokens are refused, until it is opened again.
      </p>
      <FormTextField control={control} name="reason" label="Reason" hint="For other staff" autoComplete="off" />
    </ConfirmForm>
  );
}
