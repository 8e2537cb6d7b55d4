/** `contract < analytics, settings, navigation, http < components, api, forms, requests < payments, session < features < app`. */
const below = ['analytics', 'settings', 'navigation', 'http'];
const belowFeatures = [...below, 'components', 'api', 'forms', 'requests', 'payments', 'session'];

/** The state of the session is no more than what the API answers, so that pages and failures can ask for it. */
const state = 'session/session-state.ts';

export const mayImport = {
  analytics: [],
  settings: [],
  navigation: ['http'],
  http: ['analytics'],
  api: below,
  forms: below,
  requests: [...below, state],
  components: below,
  [state]: [...below, 'api'],
  session: [...below, 'components', 'api', 'forms', 'requests'],
  payments: [...below, 'api', 'requests'],
  features: belowFeatures,
  app: [...belowFeatures, 'features'],
};

/** Features do not import each other: what they share lies below them. */
export const apart = 'features';
