import type { NewWorkspace } from '@portal/contract';
import { Button, Card, PageTitle, SaveBar } from '@portal/ui';
import { useWatch } from 'react-hook-form';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCreateWorkspaceMutation } from '../../api/workspaces.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { titleOfFailure } from '../../requests/title-of-failure.ts';
import { useSettings } from '../../settings/settings-context.ts';
import { ReturnToWorkspaces } from '../../navigation/return-to-workspaces.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { fieldsShownFor, newWorkspaceSchema, newWorkspaceValues, type WorkspaceValues } from './workspace-values.ts';

export function CreateWorkspace() {
  const settings = useSettings();
  const navigate = useNavigate();
  const [create, { data, error, isLoading, isSuccess }] = useCreateWorkspaceMutation();
  const { control, handleSubmit, formState, getValues, trigger, clearErrors, setError } = useCheckedForm<
    WorkspaceValues,
    NewWorkspace
  >(newWorkspaceSchema(settings), { defaultValues: newWorkspaceValues });
  // The address counts only for the type that shows it, and an empty one is no error before it was left.
  const checkUrlAgain = () => {
    if (getValues('instanceUrl') === '') clearErrors('instanceUrl');
    else void trigger('instanceUrl');
  };
  const type = useWatch({ control, name: 'type' });
  const unplaced = useFieldFailures({ error, setError, names: fieldsShownFor({ type }) });
  const invalid = Object.keys(formState.errors).length > 0;
  useEffect(() => {
    if (data) void navigate(paths.workspaceSettings(data.newWorkspaceId), { replace: true });
  }, [data, navigate]);

  return (
    <div className="mx-auto grid max-w-form gap-6">
      <PageTitle
        title="Create New Workspace"
        subtitle="Fill out this form to create a new workspace."
        breadcrumb={<ReturnToWorkspaces />}
      />
      <FailureBox error={unplaced} title={titleOfFailure(error, 'The workspace was not created')} />
      <form noValidate onSubmit={(event) => void handleSubmit((body) => create({ body }).then(() => undefined))(event)}>
        <Card
          footer={
            <SaveBar>
              <Button type="submit" variant="primary" disabled={invalid} loading={isLoading} loadingText="Creating...">
                Create Workspace
              </Button>
            </SaveBar>
          }
        >
          <WorkspaceFields control={control} isNew onTypeChange={checkUrlAgain} />
        </Card>
      </form>
      <UnsavedChanges when={formState.isDirty && !isSuccess} />
    </div>
  );
}
