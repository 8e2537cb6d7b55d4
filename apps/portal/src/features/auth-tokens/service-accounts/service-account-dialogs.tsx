import { assignableRoles, isActive, roleLabels, validationMessages, type ServiceAccount } from '@portal/contract';
import { ConfirmModal, SelectField, TextField } from '@portal/ui';
import { useState } from 'react';
import { useAuthTokens } from '../../../api/auth-tokens.api.ts';
import {
  useCreateServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useUpdateServiceAccountMutation,
} from '../../../api/service-accounts.api.ts';
import { toRequestError } from '../../../api/http/request-error.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { TokenList } from '../../../components/ending-credentials.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useNow } from '../use-now.ts';

type Role = ServiceAccount['role'];

/** What the dialog opens with. It survives the new login that the API requires. */
export interface ServiceAccountDraft {
  /** Null for a new service account. */
  readonly id: string | null;
  readonly name: string;
  readonly description: string;
  readonly role: Role;
}

export const newServiceAccount: ServiceAccountDraft = { id: null, name: '', description: '', role: 'EDITOR' };

interface EditDialogProps {
  workspaceId: string;
  draft: ServiceAccountDraft;
  onLogIn: (draft: ServiceAccountDraft) => void;
  onClose: () => void;
}

/** Creates or changes a service account. */
export function ServiceAccountDialog({ workspaceId, draft, onLogIn, onClose }: EditDialogProps) {
  const [create, creation] = useCreateServiceAccountMutation();
  const [update, change] = useUpdateServiceAccountMutation();
  const [values, setValues] = useState(draft);
  const [wasSubmitted, setSubmitted] = useState(false);
  const name = values.name.trim();
  const error = toRequestError(creation.error ?? change.error);
  const errorOf = (field: string) => error?.fields?.find(({ path }) => path === `body.${field}`)?.message;
  const submit = async () => {
    setSubmitted(true);
    if (name === '') return;
    const description = values.description.trim() || null;
    const body = { name, description, role: values.role };
    const result = await (draft.id === null
      ? create({ params: { workspaceId }, body })
      : update({ params: { workspaceId, serviceAccountId: draft.id }, body }));
    if (result.data) onClose();
  };
  return (
    <ConfirmForm
      title={draft.id === null ? 'Create a service account' : `Edit “${draft.name}”`}
      confirmLabel={draft.id === null ? 'Create service account' : 'Save'}
      confirmVariant="primary"
      loading={creation.isLoading || change.isLoading}
      loadingText={draft.id === null ? 'Creating...' : 'Saving...'}
      error={error?.fields?.length ? undefined : error}
      onSubmit={submit}
      onLogIn={() => onLogIn(values)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        value={values.name}
        error={wasSubmitted && name === '' ? validationMessages.required : errorOf('name')}
        hint="Stays reserved after a deletion, so that the activity stays readable."
        onChange={(text) => setValues({ ...values, name: text })}
        onEnter={() => void submit()}
      />
      <TextField
        label="Description"
        maxLength={500}
        autoComplete="off"
        value={values.description}
        error={errorOf('description')}
        onChange={(text) => setValues({ ...values, description: text })}
        onEnter={() => void submit()}
      />
      <SelectField
        label="Role in the instance"
        options={assignableRoles.map((role) => ({ value: role, label: roleLabels[role] }))}
        value={values.role}
        hint="What it can do here depends only on the scopes of its tokens."
        onChange={(role) => setValues({ ...values, role })}
      />
    </ConfirmForm>
  );
}

interface DeleteDialogProps {
  workspaceId: string;
  account: ServiceAccount;
  onClose: () => void;
}

/** Says what ends with a service account, and deletes it. */
export function DeleteServiceAccountDialog({ workspaceId, account, onClose }: DeleteDialogProps) {
  const [remove, { error, isLoading }] = useDeleteServiceAccountMutation();
  const { id, name, activeTokens } = account;
  const { rows = [] } = useAuthTokens(workspaceId);
  const now = useNow();
  // Those that are loaded. `activeTokens` counts all.
  const tokens = rows
    .filter((token) => token.serviceAccountId === id && isActive(token, now))
    .map((token) => ({ ...token, principalName: name }));
  const confirm = async () => {
    const { data } = await remove({ params: { workspaceId, serviceAccountId: id } });
    if (data) onClose();
  };
  return (
    <ConfirmModal
      open
      title={`Delete “${name}”?`}
      confirmLabel="Delete service account"
      loading={isLoading}
      loadingText="Deleting..."
      error={<ErrorAlert error={error} title="The service account was not deleted" />}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      onConfirm={() => void confirm()}
    >
      <div className="grid gap-3">
        <ul className="list-disc pl-5">
          <li>
            {activeTokens === 0
              ? 'It has no active tokens.'
              : activeTokens === 1
                ? 'Its active token is revoked at once.'
                : `Its ${activeTokens} active tokens are revoked at once.`}
          </li>
          <li>Its open invitations are cancelled.</li>
          <li>Its name stays reserved, and its entries in the activity stay.</li>
        </ul>
        <TokenList title="API tokens that stop working" tokens={tokens} count={tokens.length} showsPrincipals={false} />
      </div>
    </ConfirmModal>
  );
}
