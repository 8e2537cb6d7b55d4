import { maxWebhooks, type Webhook, type Workspace } from '@portal/contract';
import { Alert, Button, Card, EmptyState, IconButton, PageTitle, Skeleton, TruncatedTitle } from '@portal/ui';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useGetWorkspaceQuery } from '../../api/workspace-details.api.ts';
import { useListWebhooksQuery } from '../../api/webhooks.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { ReturnToWorkspaces } from '../../components/return-to-workspaces.tsx';
import { SettingsNavSkeleton, WebhooksSettingsNav } from '../../components/settings-nav/settings-nav.tsx';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from '../../components/workspace-error-alert.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { definePendingAction } from '../../session/pending-action.ts';
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  newWebhook,
  ResumeDialog,
  RotateSecretDialog,
  type WebhookAction,
} from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

const webhookAction = definePendingAction<WebhookAction>('webhook');

export function Component() {
  const { workspaceId = '' } = useParams();
  return <WebhooksPage key={workspaceId} workspaceId={workspaceId} />;
}

function WebhooksPage({ workspaceId }: { workspaceId: string }) {
  const { data, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  const workspace = isWorkspaceNotFound(error) ? undefined : data;
  useDocumentTitle(workspace?.displayName);
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<TruncatedTitle>{workspace ? `${workspace.displayName} > Webhooks` : 'Webhooks'}</TruncatedTitle>}
        subtitle="What happens in this workspace is sent to your programs, signed and in order."
        breadcrumb={<ReturnToWorkspaces />}
        actions={
          <IconButton
            icon="settings"
            label="Workspace settings"
            tooltip
            variant="secondary"
            render={<Link to={paths.workspaceSettings(workspaceId)}>Settings</Link>}
          />
        }
      />
      <WorkspaceErrorAlert
        workspaceId={workspaceId}
        error={error}
        title="The workspace could not be loaded"
        onRetry={() => void refetch()}
      />
      {(workspace ?? !error) && (
        <div className="settings-layout">
          {workspace ? <WebhooksSettingsNav workspace={workspace} /> : <SettingsNavSkeleton />}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            {!workspace && <Skeleton className="h-60" />}
            {workspace && workspace.role === 'OWNER' && <Webhooks workspace={workspace} />}
            {workspace && workspace.role !== 'OWNER' && (
              <Alert tone="info" message="Only the owner of the workspace manages its webhooks." />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function Webhooks({ workspace: { id: workspaceId } }: { workspace: Workspace }) {
  const { data, error, refetch } = useListWebhooksQuery(
    { params: { workspaceId } },
    { refetchOnMountOrArgChange: true },
  );
  const [action, setAction] = useState(webhookAction.usePending());
  const [toDelete, setToDelete] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const onLogIn = webhookAction.useReauthenticate();
  const webhooks = data?.webhooks;
  const close = () => setAction(undefined);
  const showSecret = (created: string) => {
    close();
    setSecret(created);
  };
  const webhook = webhooks?.find(({ id }) => id === action?.id);
  const dialog = { workspaceId, onLogIn, onClose: close };
  return (
    <Card
      title="Webhooks"
      description={`Up to ${maxWebhooks}. Events of the last 14 days wait for a receiver that is down.`}
      actions={
        <Button
          icon="plus"
          disabled={!webhooks || webhooks.length >= maxWebhooks}
          onClick={() => setAction(newWebhook)}
        >
          Add webhook
        </Button>
      }
    >
      <div className="grid gap-4">
        <ErrorAlert error={error} title="The webhooks could not be loaded" onRetry={() => void refetch()} />
        {webhooks?.length === 0 && (
          <EmptyState
            icon="key"
            title="No webhooks yet"
            text="Add one, and send a test event to see whether your receiver accepts it."
          />
        )}
        {webhooks && webhooks.length > 0 && (
          <ul className="divide-y divide-line">
            {webhooks.map((each) => (
              <WebhookRow
                key={each.id}
                workspaceId={workspaceId}
                webhook={each}
                onAction={setAction}
                onDelete={() => setToDelete(each)}
              />
            ))}
          </ul>
        )}
        {!webhooks && !error && <Skeleton className="h-43" />}
      </div>
      {action?.kind === 'edit' && <EditWebhookDialog {...dialog} draft={action} onSecret={showSecret} />}
      {action?.kind === 'rotate' && webhook && (
        <RotateSecretDialog {...dialog} webhook={webhook} onSecret={showSecret} />
      )}
      {action?.kind === 'resume' && webhook && (
        <ResumeDialog {...dialog} webhook={webhook} sendsWaiting={action.sendsWaiting} />
      )}
      {toDelete && (
        <DeleteWebhookDialog workspaceId={workspaceId} webhook={toDelete} onClose={() => setToDelete(undefined)} />
      )}
      {secret !== undefined && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Card>
  );
}
