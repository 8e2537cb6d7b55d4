import { webhookCalls, type Tag } from '@portal/contract';
import { contractList, contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const tags: readonly Tag[] = ['Webhook', 'WebhookDelivery'];

const webhooksApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: contractQuery(build, webhookCalls.listWebhooks),
    createWebhook: contractMutation(build, webhookCalls.createWebhook),
    updateWebhook: contractMutation(build, webhookCalls.updateWebhook),
    rotateWebhookSecret: contractMutation(build, webhookCalls.rotateWebhookSecret),
    pauseWebhook: contractMutation(build, webhookCalls.pauseWebhook),
    resumeWebhook: contractMutation(build, webhookCalls.resumeWebhook),
    deleteWebhook: contractMutation(build, webhookCalls.deleteWebhook),
    testWebhook: contractMutation(build, webhookCalls.testWebhook),
    redeliverWebhookEvent: contractMutation(build, webhookCalls.redeliverWebhookEvent),
    listWebhookDeliveries: contractList(build, webhookCalls.listWebhookDeliveries, {
      limit: 20,
      toPage: ({ deliveries: rows }, next) => ({ rows, next }),
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useUpdateWebhookMutation,
  useRotateWebhookSecretMutation,
  usePauseWebhookMutation,
  useResumeWebhookMutation,
  useDeleteWebhookMutation,
  useTestWebhookMutation,
  useRedeliverWebhookEventMutation,
  useListWebhookDeliveriesInfiniteQuery,
} = webhooksApi;
