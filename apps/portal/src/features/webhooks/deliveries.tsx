import { dayMs, webhookRetentionDays, type Webhook, type WebhookDelivery } from '@portal/contract';
import { Badge, Button, moveFocusToAddedRowOnUnmount, SkeletonText, Timestamp, useMinuteClock } from '@portal/ui';
import { useEffect } from 'react';
import { useListWebhookDeliveriesInfiniteQuery, useRedeliverWebhookEventMutation } from '../../api/webhooks.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { hostOf } from '../../lib/host-of.ts';
import { describeAnswer } from './describe-webhook.ts';
import { NextAttempt } from './next-attempt.tsx';

const states = {
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILING: { label: 'Waiting', tone: 'warning' },
  SET_ASIDE: { label: 'Set aside', tone: 'destructive' },
} as const;

interface DeliveriesProps {
  workspaceId: string;
  webhook: Webhook;
}

/** The events that were sent to a webhook in the last 14 days, the latest first. */
export function Deliveries({ workspaceId, webhook }: DeliveriesProps) {
  const params = { workspaceId, webhookId: webhook.id };
  const host = hostOf(webhook.url);
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useListWebhookDeliveriesInfiniteQuery({ params });
  const { lastDeliveredAt, nextAttemptAt, pausedAt, setAside } = webhook;
  // Also when the list opens.
  useEffect(() => void refetch(), [refetch, lastDeliveredAt, nextAttemptAt, pausedAt, setAside]);
  const deliveries = data?.pages.flatMap(({ rows }) => rows);
  // The list of an older one starts where its deliveries were deleted.
  const isNew = Date.parse(webhook.createdAt) > useMinuteClock() - webhookRetentionDays * dayMs;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <ErrorAlert error={error} title="The deliveries could not be loaded" onRetry={() => void refetch()} />
      {!deliveries && !error && <SkeletonText lines={4} />}
      {deliveries?.length === 0 && <p className="text-secondary">Nothing was sent in the last 14 days.</p>}
      {deliveries && deliveries.length > 0 && (
        <ol aria-label={`Deliveries to ${host}`} className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.sequence} params={params} webhook={webhook} delivery={delivery} />
          ))}
        </ol>
      )}
      {deliveries && !hasNextPage && isNew && (
        <p className="text-xs text-secondary">Events from before the webhook was added are not sent.</p>
      )}
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Refresh the deliveries to ${host}`} onClick={() => void refetch()}>
          Refresh
        </Button>
        {hasNextPage && (
          <Button
            ref={moveFocusToAddedRowOnUnmount}
            size="sm"
            aria-label={`Show more deliveries to ${host}`}
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

interface DeliveryProps {
  params: { readonly workspaceId: string; readonly webhookId: string };
  webhook: Webhook;
  delivery: WebhookDelivery;
}

function Delivery({ params, webhook, delivery }: DeliveryProps) {
  const [redeliver, { data, error, isLoading }] = useRedeliverWebhookEventMutation();
  const { sequence, type, state, attempts, lastAttemptAt, answer } = delivery;
  return (
    <li className="grid gap-1.5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span translate="no" className="font-medium wrap-anywhere text-strong">
            {sequence} {type}
          </span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </p>
        {state !== 'FAILING' && (
          <Button
            size="sm"
            loading={isLoading}
            aria-label={`Send again: event ${sequence}`}
            onClick={() => void redeliver({ params: { ...params, sequence: String(sequence) } })}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-xs text-secondary">
        {describeAnswer(delivery)} · {attempts === 1 ? '1 attempt,' : `${attempts} attempts, the last`}{' '}
        <Timestamp date={lastAttemptAt} />
        {state === 'FAILING' && <Retry webhook={webhook} />}
      </p>
      {answer !== '' && (
        <pre translate="no" className="text-xs wrap-anywhere whitespace-pre-wrap">
          {answer}
        </pre>
      )}
      <p role="status" className="text-xs empty:sr-only">
        {data &&
          (data.accepted
            ? 'The receiver accepted the event.'
            : `The receiver did not accept the event: ${describeAnswer(data)}.`)}
      </p>
      <ErrorAlert error={error} title="The event was not sent" />
    </li>
  );
}

/** When an event that waits is sent again. */
function Retry({ webhook: { pauseReason, nextAttemptAt } }: { webhook: Webhook }) {
  if (pauseReason !== null) return ' · sent again when you resume the webhook';
  return nextAttemptAt === null ? null : (
    <>
      {' · next attempt '}
      <NextAttempt key={nextAttemptAt} at={nextAttemptAt} />
    </>
  );
}
