import { webhookKinds, type Webhook, type WebhookKind } from '@portal/contract';
import { Checkbox, ConfirmModal, RadioGroup, TextField } from '@portal/ui';
import { useState } from 'react';
import {
  useCreateWebhookMutation,
  useDeleteWebhookMutation,
  useResumeWebhookMutation,
  useRotateWebhookSecretMutation,
  useUpdateWebhookMutation,
} from '../../api/webhooks.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';
import { ConfirmForm } from '../../components/confirm-form.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { hostOf } from '../../lib/host-of.ts';
import { countEvents } from './describe-webhook.ts';

/** What a dialog opens with. It survives the new login that the API requires. */
export type WebhookAction =
  | { readonly kind: 'edit'; readonly id: string | null; readonly url: string; readonly kinds: readonly string[] }
  | { readonly kind: 'rotate'; readonly id: string }
  | { readonly kind: 'resume'; readonly id: string; readonly sendsWaiting: boolean };

export const newWebhook: WebhookAction = { kind: 'edit', id: null, url: '', kinds: Object.keys(webhookKinds) };

interface DialogProps {
  workspaceId: string;
  onLogIn: (action: WebhookAction) => void;
  onClose: () => void;
}

const allKinds = Object.entries(webhookKinds) as [WebhookKind, string][];

interface EditDialogProps extends DialogProps {
  draft: Extract<WebhookAction, { kind: 'edit' }>;
  onSecret: (secret: string) => void;
}

/** Creates or changes a webhook. */
export function EditWebhookDialog({ workspaceId, draft, onSecret, onLogIn, onClose }: EditDialogProps) {
  const [create, creation] = useCreateWebhookMutation();
  const [update, change] = useUpdateWebhookMutation();
  const [url, setUrl] = useState(draft.url);
  const [chosen, setChosen] = useState(draft.kinds);
  const error = toRequestError(creation.error ?? change.error);
  const errorOf = (field: string) => error?.fields?.find(({ path }) => path === `body.${field}`)?.message;
  const kinds = allKinds.map(([kind]) => kind).filter((kind) => chosen.includes(kind));
  const submit = async () => {
    const body = { url, kinds };
    if (draft.id !== null) {
      const { data } = await update({ params: { workspaceId, webhookId: draft.id }, body });
      if (data) onClose();
      return;
    }
    const creating = create({ params: { workspaceId }, body });
    const { data } = await creating;
    if (!data) return;
    // The response contains the secret, too.
    creating.reset();
    onSecret(data.secret);
  };
  return (
    <ConfirmForm
      title={draft.id === null ? 'Add a webhook' : 'Edit the webhook'}
      confirmLabel={draft.id === null ? 'Add webhook' : 'Save'}
      confirmVariant="primary"
      loading={creation.isLoading || change.isLoading}
      loadingText={draft.id === null ? 'Adding...' : 'Saving...'}
      error={error?.fields?.length ? undefined : error}
      onSubmit={submit}
      onLogIn={() => onLogIn({ ...draft, url, kinds })}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        required
        autoComplete="off"
        value={url}
        error={errorOf('url')}
        hint="Begins with https://. Its host is in the activity, the rest is not."
        onChange={setUrl}
        onEnter={() => void submit()}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-strong">Events</legend>
        {allKinds.map(([kind, label]) => (
          <Checkbox
            key={kind}
            label={label}
            checked={chosen.includes(kind)}
            onChange={(checked) => setChosen(checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))}
          />
        ))}
        {errorOf('kinds') && (
          <p role="alert" className="text-error">
            {errorOf('kinds')}
          </p>
        )}
      </fieldset>
    </ConfirmForm>
  );
}

interface WebhookDialogProps extends DialogProps {
  webhook: Webhook;
}

/** Gives a webhook a new secret. */
export function RotateSecretDialog({
  workspaceId,
  webhook,
  onSecret,
  onLogIn,
  onClose,
}: WebhookDialogProps & { onSecret: (secret: string) => void }) {
  const [rotate, { error, isLoading }] = useRotateWebhookSecretMutation();
  const submit = async () => {
    const rotating = rotate({ params: { workspaceId, webhookId: webhook.id } });
    const { data } = await rotating;
    if (!data) return;
    rotating.reset();
    onSecret(data.secret);
  };
  return (
    <ConfirmForm
      title="Replace the secret?"
      confirmLabel="Replace secret"
      confirmVariant="primary"
      loading={isLoading}
      loadingText="Replacing..."
      error={toRequestError(error)}
      onSubmit={submit}
      onLogIn={() => onLogIn({ kind: 'rotate', id: webhook.id })}
      onClose={onClose}
    >
      <p>
        Events to <span translate="no">{hostOf(webhook.url)}</span> are signed with both secrets for 24 hours, so that
        you can give the receiver the new one. A secret that was replaced earlier stops at once.
      </p>
    </ConfirmForm>
  );
}

/** Resumes a webhook that is paused, or tries one that fails at once. */
export function ResumeDialog({
  workspaceId,
  webhook,
  sendsWaiting,
  onLogIn,
  onClose,
}: WebhookDialogProps & { sendsWaiting: boolean }) {
  const [resume, { error, isLoading }] = useResumeWebhookMutation();
  const [choice, setChoice] = useState<'waiting' | 'now'>(sendsWaiting ? 'waiting' : 'now');
  const { id, pauseReason, waiting } = webhook;
  const texts =
    pauseReason === null
      ? { title: 'Try the webhook now?', label: 'Try now', busy: 'Trying...' }
      : { title: 'Resume the webhook?', label: 'Resume', busy: 'Resuming...' };
  const submit = async () => {
    const body = { sendsWaiting: choice === 'waiting' };
    const { data } = await resume({ params: { workspaceId, webhookId: id }, body });
    if (data) onClose();
  };
  return (
    <ConfirmForm
      title={texts.title}
      confirmLabel={texts.label}
      confirmVariant="primary"
      loading={isLoading}
      loadingText={texts.busy}
      error={toRequestError(error)}
      onSubmit={submit}
      onLogIn={() => onLogIn({ kind: 'resume', id, sendsWaiting: choice === 'waiting' })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Events are sent to <span translate="no">{webhook.url}</span>.
      </p>
      {pauseReason !== null && (
        <RadioGroup
          label="Start"
          value={choice}
          options={[
            { value: 'waiting', label: `With what waits: ${countEvents(waiting)} of the last 14 days` },
            { value: 'now', label: `From now on: ${countEvents(waiting)} will never be sent` },
          ]}
          onChange={setChoice}
        />
      )}
    </ConfirmForm>
  );
}

/** Deletes a webhook. */
export function DeleteWebhookDialog({ workspaceId, webhook, onClose }: Omit<WebhookDialogProps, 'onLogIn'>) {
  const [remove, { error, isLoading }] = useDeleteWebhookMutation();
  const confirm = async () => {
    const { data } = await remove({ params: { workspaceId, webhookId: webhook.id } });
    if (data) onClose();
  };
  return (
    <ConfirmModal
      open
      title="Delete the webhook?"
      confirmLabel="Delete webhook"
      loading={isLoading}
      loadingText="Deleting..."
      error={<ErrorAlert error={error} title="The webhook was not deleted" />}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      onConfirm={() => void confirm()}
    >
      <p className="wrap-anywhere">
        Nothing more is sent to <span translate="no">{webhook.url}</span>, and its deliveries are deleted.
      </p>
    </ConfirmModal>
  );
}
