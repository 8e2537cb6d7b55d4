// Labels with a bounded number of values: each value of a label is a time series in Prometheus.

/** Auth0's strategies. A user id starts with the strategy of the login. */
const loginMethods: readonly string[] = [
  'ad',
  'adfs',
  'apple',
  'auth0',
  'bitbucket',
  'email',
  'facebook',
  'github',
  'google-apps',
  'google-oauth2',
  'linkedin',
  'oauth2',
  'oidc',
  'okta',
  'samlp',
  'sms',
  'waad',
  'windowslive',
];

/** The families of events that the webhook subscribes to; see docs/operating/configure.md. */
const stripeEventFamilies: readonly string[] = ['checkout', 'customer', 'invoice', 'payment_method', 'setup_intent'];

/** The login method of a user id at the identity provider, or `other`. */
export function loginMethodLabel(subject: string): string {
  const [method = ''] = subject.split('|');
  return loginMethods.includes(method) ? method : 'other';
}

/** The type of a Stripe event, or `other` if the webhook does not subscribe to it. */
export function stripeEventLabel(type: string): string {
  const [family = ''] = type.split('.');
  return stripeEventFamilies.includes(family) ? type : 'other';
}
