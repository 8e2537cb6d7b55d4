import { InvalidConfigError } from './load-settings.ts';

export const startupErrorMessage = (cause: unknown) =>
  cause instanceof InvalidConfigError
    ? 'The portal configuration is invalid. Contact support. This page reloads when the configuration is corrected.'
    : 'The connection was lost. This page reloads when the portal is reachable again.';
