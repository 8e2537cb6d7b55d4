import { context, createContextKey, type Context } from '@opentelemetry/api';

const key = createContextKey('id of the request');

/** In this context, jobs that are added belong to the request. */
export const withRequestId = (within: Context, requestId: string | undefined): Context =>
  within.setValue(key, requestId);

/** The id of the request that is being handled, or that added the job that is running. */
export const currentRequestId = (): string | undefined => context.active().getValue(key) as string | undefined;
