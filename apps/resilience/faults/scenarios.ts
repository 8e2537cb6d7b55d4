import type { Scenario } from './outcome.ts';
import { analyticsOutages } from './scenarios/analytics-outages.ts';
import { databaseOutages } from './scenarios/database-outages.ts';
import { identityProviderOutages } from './scenarios/identity-provider-outages.ts';
import { mailOutages } from './scenarios/mail-outages.ts';
import { gracefulShutdown } from './scenarios/graceful-shutdown.ts';
import { stripeOutages } from './scenarios/stripe-outages.ts';
import { apiCrashes } from './scenarios/api-crashes.ts';
import { pageOutages } from './scenarios/page-outages.ts';
import { replicaCrash } from './scenarios/replica-crash.ts';
import { webhookOutages } from './scenarios/webhook-outages.ts';

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...databaseOutages,
  ...identityProviderOutages,
  ...mailOutages,
  ...stripeOutages,
  ...analyticsOutages,
  ...pageOutages,
  ...webhookOutages,
  apiCrashes,
  replicaCrash,
  ...gracefulShutdown,
];
