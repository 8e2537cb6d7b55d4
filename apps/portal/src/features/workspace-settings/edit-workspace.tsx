import type { Workspace } from '@portal/contract';
import { Card } from '@portal/ui';
import { useUpdateWorkspaceMutation } from '../../api/workspaces.api.ts';
import { SavedFormBar } from '../../forms/saved-form-bar.tsx';
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
  const [update, request] = useUpdateWorkspaceMutation();
  const saved = workspaceValuesOf(workspace);
  const form = useSavedForm({
    saved,
    schema: workspaceEditSchema(workspace, settings),
    save: async (body) => {
      const { data } = await update({ params: { workspaceId: workspace.id }, body });
      return data && workspaceValuesOf(data);
    },
    forget: request.reset,
    error: request.error,
    names: fieldsShownFor(saved),
  });
  const { control, submit, isDirty, unplaced } = form;
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Details"
        description={readOnly && 'Only the owner can change these details.'}
        footer={
          !readOnly && (
            <SavedFormBar form={form} request={request} saveLabel="Save Workspace" savingText="Applying..." />
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
