import { displayEmail, type WorkspaceWithOwner } from '@portal/contract';
import { useGetWorkspaceCredentialsForStaffQuery, useQuarantineWorkspaceMutation } from '../../../api/admin.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { EndingCredentials } from '../../../components/ending-credentials.tsx';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { workspaceQuarantine, type WorkspaceQuarantineRequest } from './locks.ts';
import { workspaceQuarantineSchema } from './lock-form-schemas.ts';
import { workspaceQuarantineAction } from './pending-action.ts';
import { ReasonField } from './reason-field.tsx';

type Change = { isQuarantined: boolean; reason?: string | null | undefined };

export interface WorkspaceQuarantineDialogProps extends WorkspaceQuarantineRequest {
  onClose: () => void;
  onDone: (workspace: WorkspaceWithOwner) => void;
}

/** Quarantines a workspace, or changes the reason of an active quarantine. */
export function WorkspaceQuarantineDialog({ workspace, values, onClose, onDone }: WorkspaceQuarantineDialogProps) {
  const [quarantine, { error, isLoading }] = useQuarantineWorkspaceMutation();
  const reauthenticate = workspaceQuarantineAction.useReauthenticate();
  const lock = workspaceQuarantine(workspace);
  const params = { workspaceId: workspace.workspaceId };
  // An active quarantine has stopped everything already.
  const credentials = useGetWorkspaceCredentialsForStaffQuery(
    { params },
    { skip: lock !== null, refetchOnMountOrArgChange: true },
  );
  const { control, getValues, handleSubmit, setError } = useSchemaForm<{ reason: string }, Change>(
    workspaceQuarantineSchema,
    { defaultValues: values ?? { reason: lock?.reason ?? '' } },
  );
  const formError = useFieldErrors({ error, setError, names: ['reason'] });
  const submit = handleSubmit(async (body) => {
    const { data } = await quarantine({ params, body });
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
      error={formError}
      onSubmit={submit}
      onLogIn={() => reauthenticate({ workspace, values: getValues() })}
      onClose={onClose}
    >
      {/* One row of the form, so that the facts are close together. */}
      <div className="grid grid-cols-1 gap-3">
        <p>
          <strong>{workspace.displayName}</strong> at {workspace.instanceUrl}, owned by{' '}
          <strong>{displayEmail(workspace.email)}</strong>, {lock ? 'stays' : 'is'} closed to its members and API tokens
          until the quarantine is lifted.
        </p>
        {!lock && <EndingCredentials query={credentials} showsMembers />}
      </div>
      <ReasonField control={control} hint="Shown to other staff only" />
    </ConfirmForm>
  );
}
