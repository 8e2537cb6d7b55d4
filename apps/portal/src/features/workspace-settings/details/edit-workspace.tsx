import type { Workspace } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useId } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { useUpdateWorkspaceMutation } from '../../../api/workspace-details.api.ts';
import { EditFormBar } from '../../../components/form/edit-form-bar.tsx';
import { UnsavedChangesDialog, useMarkPending } from '../../../components/form/unsaved-changes.tsx';
import { useEditForm } from '../../../components/form/use-edit-form.ts';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';
import { EditConflict } from './edit-conflict.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import {
  conflictingValues,
  expectedValues,
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
  const logInAgain = useNewLogin();
  const saved = workspaceValuesOf(workspace);
  const form = useEditForm({
    saved,
    schema: workspaceEditSchema(workspace, settings),
    save: async (changes, base) => {
      // Spaces in an empty field are not a change.
      if (Object.keys(changes).length === 0) {
        request.reset();
        return saved;
      }
      const body = { ...changes, expected: expectedValues(base) };
      const { data } = await update({ params: { workspaceId: workspace.id }, body });
      return data && workspaceValuesOf(data);
    },
    resetRequest: request.reset,
    error: request.error,
    names: fieldsShownFor(saved, { isNew: false }),
  });
  const { control, submit, isDirty, formError } = form;
  useStoredDraft(`${userId}/${workspace.id}/details`, form.draft);
  useMarkPending(request.isLoading);
  const theirs = conflictingValues(request.error);
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Details"
        headingLevel={3}
        footer={
          readOnly ? (
            <ReadOnlyBar />
          ) : (
            <EditFormBar
              form={form}
              request={request}
              saveLabel="Save Workspace"
              savingText="Applying..."
              savedText="Workspace saved"
            />
          )
        }
      >
        <div className="grid gap-4">
          {theirs ? (
            <EditConflict
              theirs={theirs}
              onKeepMine={() => form.keepMine(theirs)}
              onAcceptTheirs={() => form.acceptTheirs(theirs)}
            />
          ) : (
            <NewLoginAlert error={formError} title="The workspace was not saved" onLogIn={logInAgain} />
          )}
          <WorkspaceFields control={control} isNew={false} savedName={workspace.displayName} disabled={readOnly} />
        </div>
      </Card>
      <UnsavedChangesDialog when={isDirty && !readOnly} />
    </form>
  );
}

/** The disabled save button for members who cannot edit. Source: specification section 5, "Workspace". */
function ReadOnlyBar() {
  const noteId = useId();
  return (
    <SaveBar dirty={false} note={<span id={noteId}>Only the owner can change these details.</span>}>
      <Button type="submit" variant="primary" disabled aria-describedby={noteId}>
        Save Workspace
      </Button>
    </SaveBar>
  );
}
