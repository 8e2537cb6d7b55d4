import type { NewWorkspace } from '@portal/contract';
import { Card, PageTitle } from '@portal/ui';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useCreateWorkspaceMutation } from '../../../api/workspace-details.api.ts';
import { creationErrorTitle, ErrorAlert } from '../../../components/error-alert.tsx';
import { CreateFormBar } from '../../../components/form/create-form-bar.tsx';
import { UnsavedChangesDialog } from '../../../components/form/unsaved-changes.tsx';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ReturnToWorkspaces } from '../../../components/return-to-workspaces.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import type { FlashMessage } from '../../../lib/flash-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import { WorkspaceFields } from './workspace-fields.tsx';
import { fieldsShownFor, newWorkspaceSchema, newWorkspaceValues, type WorkspaceValues } from './workspace-values.ts';

const title = 'Create New Workspace';

export function CreateWorkspace() {
  const settings = useSettings();
  const navigate = useNavigate();
  useDocumentTitle(title);
  const [create, { data, error, isLoading, isSuccess }] = useCreateWorkspaceMutation();
  const { control, handleSubmit, formState, getValues, trigger, clearErrors, setError } = useSchemaForm<
    WorkspaceValues,
    NewWorkspace
  >(newWorkspaceSchema(settings), { defaultValues: newWorkspaceValues });
  // The URL is validated only for the type that has the field. An empty field shows no error before it loses focus.
  const revalidateUrl = () => {
    if (getValues('instanceUrl') === '') clearErrors('instanceUrl');
    else void trigger('instanceUrl');
  };
  const type = useWatch({ control, name: 'type' });
  const formError = useFieldErrors({ error, setError, names: fieldsShownFor({ type }, { isNew: true }) });
  const isInvalid = Object.keys(formState.errors).length > 0;
  useEffect(() => {
    if (!data) return;
    const state: FlashMessage = { message: 'Your workspace is created. Invite colleagues below, or go to it.' };
    void navigate(paths.workspaceSettings(data.newWorkspaceId), { replace: true, state });
  }, [data, navigate]);

  return (
    <div className="grid max-w-form gap-6">
      <PageTitle
        title={title}
        subtitle="Fill out this form to create a new workspace."
        breadcrumb={<ReturnToWorkspaces />}
      />
      <ErrorAlert error={formError} title={creationErrorTitle(error, 'The workspace was not created')} />
      <form
        noValidate
        // The first field has the focus instead of the heading. Screen readers announce the name of the form with it.
        aria-label={title}
        onSubmit={(event) => void handleSubmit((body) => create({ body }).then(() => undefined))(event)}
      >
        <Card
          footer={
            <CreateFormBar
              label="Create Workspace"
              loadingText="Creating..."
              isInvalid={isInvalid}
              isLoading={isLoading}
            />
          }
        >
          <WorkspaceFields control={control} isNew onTypeChange={revalidateUrl} />
        </Card>
      </form>
      <UnsavedChangesDialog when={formState.isDirty && !isSuccess} />
    </div>
  );
}
