/** `contract < analytics, settings, navigation, http < api, forms, requests < payments < features < app`. */
const below = ['analytics', 'settings', 'navigation', 'http'];
const belowFeatures = [...below, 'api', 'forms', 'requests', 'payments'];

export const mayImport = {
  analytics: [],
  settings: [],
  navigation: ['http'],
  http: ['analytics'],
  api: below,
  forms: below,
  requests: below,
  payments: [...below, 'api', 'requests'],
  features: belowFeatures,
  app: [...belowFeatures, 'features'],
};

/** Features do not import each other: what they share lies below them. */
export const apart = 'features';
