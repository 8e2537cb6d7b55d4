import { adminCalls } from '@portal/contract';
import { Alert } from '@portal/ui';
import { useState } from 'react';
import { useDeleteServiceAccountByStaffMutation, useRevokeAuthTokenByStaffMutation } from '../../../api/admin.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { formSchema } from '../../../components/form/form-schema.ts';
import { toSingleLine } from '../../../components/form/text-rules.ts';
import { useFieldErrors } from '../../../components/form/use-field-errors.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { ReasonField } from '../account-locks/reason-field.tsx';

/** What staff end: an API token, or a service account with its tokens. */
interface EndedCredential {
  readonly kind: 'token' | 'serviceAccount';
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
}

interface EndCredentialRequest extends EndedCredential {
  /** What was entered before a new login. */
  readonly reason?: string;
}

const endCredentialAction = definePendingAction<EndCredentialRequest>('endCredential');

const schema = formSchema(adminCalls.revokeAuthTokenByStaff.body, {
  toBody: ({ reason }: { reason: string | null }) => ({ reason: toSingleLine(reason ?? '') }),
});

const texts = {
  token: {
    title: 'Revoke this API token?',
    confirm: 'Revoke',
    loading: 'Revoking...',
    effect: 'stops working at once. We’ll email its user, or the owner of the workspace.',
    done: 'was revoked',
    result: 'Programs that use the token no longer have access.',
  },
  serviceAccount: {
    title: 'Delete this service account?',
    confirm: 'Delete',
    loading: 'Deleting...',
    effect:
      'is deleted, its API tokens stop working at once, and its open invitations are cancelled. We’ll email the owner of the workspace.',
    done: 'was deleted',
    result: 'Its API tokens no longer work.',
  },
} as const;

/** Ends a token or a service account. The list renders the returned `dialog` and `resultMessage`. */
export function useEndCredential() {
  const pending = endCredentialAction.usePending();
  const [request, setRequest] = useState(pending);
  const [ended, setEnded] = useState<EndedCredential>();
  return {
    open(credential: EndedCredential) {
      setEnded(undefined);
      setRequest(credential);
    },
    resultMessage: ended && (
      <Alert tone="info" title={`${ended.name} ${texts[ended.kind].done}`} message={texts[ended.kind].result} />
    ),
    dialog: request && (
      <EndCredentialDialog {...request} onClose={() => setRequest(undefined)} onDone={() => setEnded(request)} />
    ),
  };
}

interface EndCredentialDialogProps extends EndCredentialRequest {
  onClose: () => void;
  onDone: () => void;
}

function EndCredentialDialog({ kind, workspaceId, id, name, reason = '', onClose, onDone }: EndCredentialDialogProps) {
  const [revoke, revocation] = useRevokeAuthTokenByStaffMutation();
  const [remove, deletion] = useDeleteServiceAccountByStaffMutation();
  const { error, isLoading } = kind === 'token' ? revocation : deletion;
  const reauthenticate = endCredentialAction.useReauthenticate();
  const { control, getValues, handleSubmit, setError } = useSchemaForm<{ reason: string }, { reason: string }>(schema, {
    defaultValues: { reason },
  });
  const formError = useFieldErrors({ error, setError, names: ['reason'] });
  const submit = handleSubmit(async (body) => {
    const { data } =
      kind === 'token'
        ? await revoke({ params: { workspaceId, tokenId: id }, body })
        : await remove({ params: { workspaceId, serviceAccountId: id }, body });
    if (!data) return;
    onDone();
    onClose();
  });
  const { title, confirm, loading, effect } = texts[kind];
  return (
    <ConfirmForm
      title={title}
      confirmLabel={confirm}
      confirmVariant="destructive"
      loading={isLoading}
      loadingText={loading}
      error={formError}
      onSubmit={submit}
      onLogIn={() => reauthenticate({ kind, workspaceId, id, name, ...getValues() })}
      onClose={onClose}
    >
      <p>
        <strong translate="no">{name}</strong> {effect}
      </p>
      <ReasonField control={control} hint="Shown to other staff only" />
    </ConfirmForm>
  );
}
