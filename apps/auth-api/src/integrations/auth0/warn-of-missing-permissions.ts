import type { Logger } from 'pino';
import type { IdentityProvider } from './identity-provider.ts';
import { describeMissing } from './permissions.ts';

interface CheckContext {
  readonly identityProvider: Pick<IdentityProvider, 'missingPermissions'>;
  readonly log: Logger;
}

/** Logs each permission at Auth0 that the API lacks. Operators read the log of a new deployment; the command `auth0 check` prints the same. */
export async function warnOfMissingPermissions({ identityProvider, log }: CheckContext): Promise<void> {
  try {
    for (const permission of await identityProvider.missingPermissions()) log.warn(describeMissing(permission));
  } catch (error) {
    log.warn({ err: error }, 'permissions at Auth0 could not be checked; the command auth0 check does it again');
  }
}
