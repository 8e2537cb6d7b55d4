import type { Workspace, WorkspaceEdit } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useForm } from 'react-hook-form';
import { useUpdateWorkspaceMutation } from '../../api/workspaces.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { resolverFor } from '../../forms/resolver-for.ts';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { FailureBox } from '../../requests/failure-box.tsx';
import { useSettings } from '../../settings/settings-context.ts';
import { WorkspaceFields } from './workspace-fields.tsx';
import { fieldsShownFor, workspaceEditSchema, workspaceValuesOf, type WorkspaceValues } from './workspace-values.ts';

export interface EditWorkspaceProps {
  workspace: Workspace;
  readOnly: boolean;
}

export function EditWorkspace({ workspace, readOnly }: EditWorkspaceProps) {
  const settings = useSettings();
  const [update, { error, isLoading, isSuccess }] = useUpdateWorkspaceMutation();
  const saved = workspaceValuesOf(workspace);
  const { control, handleSubmit, reset, setError, formState } = useForm<WorkspaceValues, unknown, WorkspaceEdit>({
    mode: 'onTouched',
    values: saved,
    // It is also loaded again while somebody is typing.
    resetOptions: { keepDirtyValues: true },
    resolver: resolverFor(workspaceEditSchema(workspace, settings)),
  });
  const unplaced = useFieldFailures({ error, setError, names: fieldsShownFor(saved) });
  const { isDirty, errors } = formState;
  const submit = handleSubmit(async (body) => {
    const { data } = await update({ params: { workspaceId: workspace.id }, body });
    if (data) reset(workspaceValuesOf(data), { keepDirtyValues: false });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Card
        title="Details"
        description={readOnly && 'Only the owner can change these details.'}
        footer={
          !readOnly && (
            <SaveBar changed={isDirty}>
              {isDirty && (
                <Button variant="ghost" onClick={() => reset(saved, { keepDirtyValues: false })}>
                  Undo changes
                </Button>
              )}
              <Button
                type="submit"
                variant="primary"
                disabled={!isDirty || Object.keys(errors).length > 0}
                loading={isLoading}
                loadingText="Applying..."
                success={isSuccess}
              >
                Save Workspace
              </Button>
            </SaveBar>
          )
        }
      >
        <div className="grid gap-4">
          <FailureBox error={unplaced} title="The workspace was not saved" />
          <WorkspaceFields control={control} isNew={false} disabled={readOnly} />
        </div>
      </Card>
      <UnsavedChanges when={isDirty && !readOnly} />
    </form>
  );
}
