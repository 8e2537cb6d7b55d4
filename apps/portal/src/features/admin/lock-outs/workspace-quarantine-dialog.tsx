import { WorkspaceQuarantineChange, type OwnedWorkspace } from '@portal/contract';
import { useQuarantineWorkspaceMutation } from '../../../api/staff.api.ts';
import { useFieldFailures } from '../../../forms/field-failures.ts';
import { formSchema } from '../../../forms/form-schema.ts';
import { oneLineOrNull } from '../../../forms/one-line.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { missingReason } from './given-reason.ts';
import { useFreshLogin } from './kept-act.ts';
import type { WorkspaceQuarantineWish } from './lock-outs.ts';
import { quarantineOf } from './locks.ts';
import { ReasonField } from './reason-field.tsx';

type Change = { isQuarantined: boolean; reason?: string | null | undefined };

const terms = formSchema(WorkspaceQuarantineChange, {
  bodyOf: ({ reason }: { reason: string | null }) => ({ isQuarantined: true, reason: oneLineOrNull(reason) }),
  issuesOf: ({ reason }) => missingReason(reason),
});

export interface WorkspaceQuarantineDialogProps extends WorkspaceQuarantineWish {
  onClose: () => void;
  onDone: (workspace: OwnedWorkspace) => void;
}

/** Asks before a workspace is closed to everybody in it, or why it is closed is changed, and says whose it is. */
export function WorkspaceQuarantineDialog({ workspace, given, onClose, onDone }: WorkspaceQuarantineDialogProps) {
  const [quarantine, { error, isLoading }] = useQuarantineWorkspaceMutation();
  const logIn = useFreshLogin('workspaceQuarantine');
  const lock = quarantineOf(workspace);
  const { control, getValues, handleSubmit, setError } = useCheckedForm<{ reason: string }, Change>(terms, {
    defaultValues: given ?? { reason: lock?.reason ?? '' },
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
      title={lock ? 'Change this quarantine' : 'Quarantine this workspace?'}
      confirmLabel={lock ? 'Save' : 'Quarantine'}
      confirmVariant={lock ? 'primary' : 'destructive'}
      loading={isLoading}
      loadingText={lock ? 'Saving...' : 'Quarantining...'}
      error={unplaced}
      onSubmit={submit}
      onLogIn={() => logIn({ workspace, given: getValues() })}
      onClose={onClose}
    >
      <p>
        <strong>{workspace.displayName}</strong> of <strong>{workspace.email}</strong> at {workspace.instanceUrl}{' '}
        {lock ? 'stays' : 'is'} closed to its members, and its API tokens are refused, until it is opened again.
      </p>
      <ReasonField control={control} hint="For other staff" />
    </ConfirmForm>
  );
}
