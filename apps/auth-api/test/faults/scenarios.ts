import type { Scenario } from './outcome.ts';
import { analyticsOutages } from './scenarios/analytics-outages.ts';
import { databaseOutages } from './scenarios/database-outages.ts';
import { identityProviderOutages } from './scenarios/identity-provider-outages.ts';
import { mailOutages } from './scenarios/mail-outages.ts';
import { orderlyEnds } from './scenarios/orderly-ends.ts';
import { stripeOutages } from './scenarios/stripe-outages.ts';
import { suddenDeaths } from './scenarios/sudden-deaths.ts';
import { twoReplicas } from './scenarios/two-replicas.ts';

/** Every fault of the command’s table and of the short form, in order. */
export const scenarios: readonly Scenario[] = [
  ...databaseOutages,
  ...identityProviderOutages,
  ...mailOutages,
  ...stripeOutages,
  ...analyticsOutages,
  suddenDeaths,
  twoReplicas,
  ...orderlyEnds,
];
