import type { Workspace } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useUpdateWorkspaceMutation } from '../../api/workspaces.api.ts';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { useSettings } from '../../settings/settings-context.ts';
import { WorkspaceFields } from './workspace-fields.tsx';
import { fieldsShownFor, workspaceEditSchema, workspaceValuesOf } from './workspace-values.ts';

export interface EditWorkspaceProps {
  workspace: Workspace;
  readOnly: boolean;
}

export function EditWorkspace({ workspace, readOnly }: EditWorkspaceProps) {
  const settings = useSettings();
  const [update, { error, isLoading, isSuccess, reset }] = useUpdateWorkspaceMutation();
  const saved = workspaceValuesOf(workspace);
  const { control, submit, undo, isDirty, isInvalid, unplaced } = useSavedForm({
    saved,
    schema: workspaceEditSchema(workspace, settings),
    save: async (body) => {
      const { data } = await update({ params: { workspaceId: workspace.id }, body });
      return data && workspaceValuesOf(data);
    },
    forget: reset,
    error,
    names: fieldsShownFor(saved),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Details"
        description={readOnly && 'Only the owner can change these details.'}
        footer={
          !readOnly && (
            <SaveBar changed={isDirty}>
              {isDirty && (
                <Button variant="ghost" onClick={undo}>
                  Undo changes
                </Button>
              )}
              <Button
                type="submit"
                variant="primary"
                disabled={!isDirty || isInvalid}
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
