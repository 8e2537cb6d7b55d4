import type { Workspace } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useId } from 'react';
import { useUser } from '../../api/session.api.ts';
import { useUpdateWorkspaceMutation } from '../../api/workspaces.api.ts';
import { useDraft } from '../../forms/drafts.ts';
import { SavedFormBar } from '../../forms/saved-form-bar.tsx';
import { UnsavedChanges, useHeldBack } from '../../forms/unsaved-changes.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { useSettings } from '../../settings/settings-context.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import {
  changedMeanwhile,
  expectedOf,
  fieldsShownFor,
  workspaceEditSchema,
  workspaceValuesOf,
} from './workspace-values.ts';

export interface EditWorkspaceProps {
  workspace: Workspace;
  readOnly: boolean;
}

export function EditWorkspace({ workspace, readOnly }: EditWorkspaceProps) {
  const settings = useSettings();
  const { id: userId } = useUser();
  const [update, request] = useUpdateWorkspaceMutation();
  const saved = workspaceValuesOf(workspace);
  const form = useSavedForm({
    saved,
    schema: workspaceEditSchema(workspace, settings),
    save: async (changes, read) => {
      // Spaces in an empty field are no change.
      if (Object.keys(changes).length === 0) return saved;
      const body = { ...changes, expected: expectedOf(read) };
      const { data } = await update({ params: { workspaceId: workspace.id }, body });
      return data && workspaceValuesOf(data);
    },
    forget: request.reset,
    error: request.error,
    names: fieldsShownFor(saved),
  });
  const { control, submit, isDirty, unplaced } = form;
  useDraft(`${userId}/${workspace.id}/details`, form.draft);
  useHeldBack(request.isLoading);
  const theirs = changedMeanwhile(request.error);
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Details"
        footer={
          readOnly ? (
            <SaveForbidden />
          ) : (
            <SavedFormBar form={form} request={request} saveLabel="Save Workspace" savingText="Applying..." />
          )
        }
      >
        <div className="grid gap-4">
          {theirs ? (
            <ChangedMeanwhile
              theirs={theirs}
              onSaveOver={() => form.saveOver(theirs)}
              onTakeTheirs={() => form.takeTheirs(theirs)}
            />
          ) : (
            <FailureBox error={unplaced} title="The workspace was not saved" />
          )}
          <WorkspaceFields control={control} isNew={false} disabled={readOnly} />
        </div>
      </Card>
      <UnsavedChanges when={isDirty && !readOnly} />
    </form>
  );
}

/** The foot of the form for a member who may not save it. Source: specification section 5, "Workspace". */
function SaveForbidden() {
  const reason = useId();
  return (
    <SaveBar note={<span id={reason}>Only the owner can change these details.</span>}>
      <Button type="submit" variant="primary" disabled aria-describedby={reason}>
        Save Workspace
      </Button>
    </SaveBar>
  );
}
