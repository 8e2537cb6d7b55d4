import { InvalidConfigError } from '../settings/load-settings.ts';

/** What the user reads if the portal could not start. */
export const startErrorMessage = (cause: unknown) =>
  cause instanceof InvalidConfigError
    ? 'The configuration of the portal is invalid. Contact support; the page loads as soon as the configuration is corrected.'
    : 'The connection was lost. The page loads as soon as the portal can be reached.';
