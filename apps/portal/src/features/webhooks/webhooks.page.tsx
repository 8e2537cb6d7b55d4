import { maxWebhooks, type Webhook, type Workspace } from '@portal/contract';
import { Button, Card, EmptyState, Skeleton } from '@portal/ui';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useListWebhooksQuery } from '../../api/webhooks.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { usePageWorkspace, WorkspacePage } from '../../components/workspace-page.tsx';
import { usePolling } from '../../lib/use-polling.ts';
import { definePendingAction } from '../../session/pending-action.ts';
import { isFailing, isSending } from './describe-webhook.ts';
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  newWebhook,
  ResumeDialog,
  RotateSecretDialog,
  type WebhookAction,
} from './webhook-dialogs.tsx';
import { WebhookEvents } from './webhook-events.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

/** The shortest time until a failed event is tried again. */
const failingPollDelayMs = 5_000;

const webhookAction = definePendingAction<WebhookAction>('webhook');

export function Component() {
  const { workspaceId = '' } = useParams();
  return <WebhooksPage key={workspaceId} workspaceId={workspaceId} />;
}

function WebhooksPage({ workspaceId }: { workspaceId: string }) {
  const { workspace, error, refetch } = usePageWorkspace(workspaceId);
  return (
    <WorkspacePage
      {...{ workspaceId, workspace, error }}
      onRetry={refetch}
      name="Webhooks"
      subtitle="Get a signed HTTPS request when something happens in this workspace."
    >
      {!workspace && <Skeleton className="h-60" />}
      {workspace && workspace.role === 'OWNER' && (
        <>
          <Webhooks workspace={workspace} />
          <WebhookEvents />
        </>
      )}
      {workspace && workspace.role !== 'OWNER' && (
        <EmptyState icon="lock" title="You cannot see the webhooks" text="Only the owner manages them." />
      )}
    </WorkspacePage>
  );
}

function Webhooks({ workspace: { id: workspaceId } }: { workspace: Workspace }) {
  const query = useListWebhooksQuery({ params: { workspaceId } }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch } = query;
  const [action, setAction] = useState(webhookAction.usePending());
  const [toDelete, setToDelete] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const onLogIn = webhookAction.useReauthenticate();
  const webhooks = data?.webhooks;
  // What the owner does is an event, too: a webhook sends it soon after.
  usePolling(webhooks?.some(isSending) === true, query);
  usePolling(webhooks?.some(isFailing) === true, query, failingPollDelayMs);
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
      description={
        webhooks && webhooks.length >= maxWebhooks
          ? `This workspace has ${maxWebhooks} webhooks, the most that it can have.`
          : 'Events arrive in order. While an endpoint is down, we retry, and keep events for 14 days.'
      }
      actions={
        <Button
          variant="primary"
          icon="plus"
          disabled={!webhooks || webhooks.length >= maxWebhooks}
          onClick={() => setAction(newWebhook)}
        >
          Add webhook
        </Button>
      }
    >
      {/* As high with few webhooks as while they load. */}
      <div className="grid min-h-43 content-start gap-4">
        <ErrorAlert error={error} title="The webhooks could not be loaded" onRetry={() => void refetch()} />
        {webhooks?.length === 0 && (
          <EmptyState
            icon="webhook"
            title="No webhooks yet"
            text="Add the URL of an endpoint, then send it a test event."
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
