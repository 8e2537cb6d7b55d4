import type { BrowserContext } from '@playwright/test';
import { billingCalls } from '@portal/contract';
import { expect } from './test.ts';
import { callApi } from './call-api.ts';

/** Waits until the subscription of a new user is set up. Until then, pages say so in a line that disappears. */
export async function waitForSubscription(context: BrowserContext, userId: string): Promise<void> {
  const state = async () => {
    const { activeSubscription } = await callApi(context, billingCalls.getActiveSubscription, { params: { userId } });
    return activeSubscription.state;
  };
  await expect.poll(state).toBe('trialing');
}
