import type { Webhook } from '@portal/contract';
import { Badge, Button, moveFocusNearOnUnmount, RowMenu, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { usePauseWebhookMutation, useTestWebhookMutation } from '../../api/webhooks.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { hostOf } from '../../lib/host-of.ts';
import { Deliveries } from './deliveries.tsx';
import { countEvents, describeAnswer, describePause } from './describe-webhook.ts';
import { NextAttempt } from './next-attempt.tsx';
import type { WebhookAction } from './webhook-dialogs.tsx';

interface WebhookRowProps {
  workspaceId: string;
  webhook: Webhook;
  onAction: (action: WebhookAction) => void;
  onDelete: () => void;
}

/** A change of the state removes its button. */
const moveFocusToWebhook = moveFocusNearOnUnmount((other) => other.closest('li'));

const focusNextWebhook = moveFocusNearOnUnmount((other) => other);

/** A webhook with its state, what was sent to it, and what the owner can do. */
export function WebhookRow({ workspaceId, webhook, onAction, onDelete }: WebhookRowProps) {
  const [pause, pausing] = usePauseWebhookMutation();
  const [test, testing] = useTestWebhookMutation();
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const { id, url, kinds, pauseReason, failingSince } = webhook;
  const params = { workspaceId, webhookId: id };
  const host = hostOf(webhook.url);
  const isPaused = pauseReason !== null;
  const canResume = isPaused || failingSince !== null;
  const sendTestEvent = () => void test({ params });
  /** The result of a test is about the webhook as it was before. */
  const change = (action: WebhookAction) => {
    testing.reset();
    onAction(action);
  };
  return (
    <li ref={focusNextWebhook} className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="flex min-h-7 min-w-0 flex-1 basis-60 flex-wrap items-center gap-2">
            <span translate="no" className="font-medium wrap-anywhere text-strong">
              {url}
            </span>
            <State webhook={webhook} />
          </p>
          <div className="flex items-center gap-2">
            {canResume ? (
              <Button
                key="resume"
                ref={moveFocusToWebhook}
                size="sm"
                aria-label={isPaused ? `Resume ${host}` : `Try now: ${host}`}
                onClick={() => change({ kind: 'resume', id, sendsWaiting: true })}
              >
                {isPaused ? 'Resume' : 'Try now'}
              </Button>
            ) : (
              <Button
                key="test"
                ref={moveFocusToWebhook}
                size="sm"
                aria-label={`Send a test event to ${host}`}
                loading={testing.isLoading}
                onClick={sendTestEvent}
              >
                Send a test event
              </Button>
            )}
            <RowMenu
              subject={host}
              loading={pausing.isLoading || (canResume && testing.isLoading)}
              items={[
                {
                  label: showsDeliveries ? 'Hide deliveries' : 'Show deliveries',
                  icon: 'history',
                  onSelect: () => setShowsDeliveries(!showsDeliveries),
                },
                canResume && { label: 'Send a test event', icon: 'send', onSelect: sendTestEvent },
                { label: 'Edit', icon: 'pencil', onSelect: () => change({ kind: 'edit', id, url, kinds }) },
                { label: 'Replace secret', icon: 'key', onSelect: () => change({ kind: 'rotate', id }) },
                !isPaused && { label: 'Pause', icon: 'pause', onSelect: () => void pause({ params }) },
                { label: 'Delete', icon: 'trash', destructive: true, onSelect: onDelete },
              ]}
            />
          </div>
        </div>
        <Facts webhook={webhook} />
      </div>
      <p role="status" className="empty:sr-only">
        {testing.data &&
          (testing.data.accepted
            ? `The receiver accepted the test event: ${describeAnswer(testing.data)}.`
            : `The receiver did not accept the test event: ${describeAnswer(testing.data)}.`)}
      </p>
      <ErrorAlert error={testing.error} title="The test event was not sent" />
      <ErrorAlert error={pausing.error} title="The webhook was not paused" />
      {showsDeliveries && <Deliveries workspaceId={workspaceId} webhook={webhook} />}
    </li>
  );
}

function State({ webhook: { pauseReason, failingSince } }: { webhook: Webhook }) {
  if (pauseReason !== null) return <Badge tone="warning">Paused</Badge>;
  return failingSince === null ? <Badge tone="success">Delivering</Badge> : <Badge tone="destructive">Failing</Badge>;
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { failingSince, nextAttemptAt, lastDeliveredAt, waiting, setAside, previousSecretExpiresAt, pauseReason } =
    webhook;
  return (
    <ul className="text-sm text-secondary">
      {pauseReason !== null && <li>{describePause(webhook)}</li>}
      {waiting > 0 && <li>{waiting === 1 ? '1 event waits' : `${waiting} events wait`} to be sent.</li>}
      {failingSince !== null && (
        <li>
          The receiver started to fail <Timestamp date={failingSince} />.
          {pauseReason === null && nextAttemptAt !== null && (
            <>
              {' '}
              Next attempt <NextAttempt key={nextAttemptAt} at={nextAttemptAt} />.
            </>
          )}
        </li>
      )}
      {setAside > 0 && (
        <li>
          {countEvents(setAside)} set aside, because the receiver refused {setAside === 1 ? 'it' : 'them'} and accepted
          others. You can send {setAside === 1 ? 'it' : 'them'} again from the deliveries.
        </li>
      )}
      {previousSecretExpiresAt !== null && (
        <li>
          Events are also signed with the previous secret, which expires <Timestamp date={previousSecretExpiresAt} />.
        </li>
      )}
      <li>
        {lastDeliveredAt === null ? (
          'No events delivered yet.'
        ) : (
          <>
            Last event delivered <Timestamp date={lastDeliveredAt} />.
          </>
        )}
      </li>
    </ul>
  );
}
