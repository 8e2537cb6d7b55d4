/** The ways of logging in that Auth0 has names for: an id begins with the one by which a person came. */
const methods: readonly string[] = [
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

/** The families of events that the webhook subscribes to: see docs/operating/configure.md. */
const eventFamilies: readonly string[] = ['checkout', 'customer', 'invoice', 'payment_method', 'setup_intent'];

/** By which way somebody came, of their id at the provider; what it may name besides is one label, so that they stay few. */
export function methodOf(subject: string): string {
  const [method = ''] = subject.split('|');
  return methods.includes(method) ? method : 'other';
}

/** The type of an event of Stripe, where it is one that we asked for. */
export function eventTypeOf(type: string): string {
  const [family = ''] = type.split('.');
  return eventFamilies.includes(family) ? type : 'other';
}
