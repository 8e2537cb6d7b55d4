import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import type { CurrentScenario, ScenarioName } from './scenarios.ts';

interface Refusal {
  readonly error: string;
  readonly error_description: string;
}

const refusals: Partial<Record<ScenarioName, Refusal>> = {
  action_denies: { error: 'access_denied', error_description: 'This app is only available during the week.' },
  mfa_required: { error: 'mfa_required', error_description: 'Multifactor authentication required' },
  consent_required: { error: 'consent_required', error_description: 'Consent required' },
  server_error: { error: 'server_error', error_description: 'Internal error.' },
  temporarily_unavailable: { error: 'temporarily_unavailable', error_description: 'Try again later.' },
};

/**
 * Redirects to the application with an error instead of a code. Like Auth0, it does so also for a login that it remembers, and
 * it sends a blocked user back with `error=unauthorized`.
 */
export const refuseLogins =
  (scenario: CurrentScenario, accounts: Accounts) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const location = ctx.path.startsWith('/authorize') ? ctx.response.get('location') : '';
    if (!URL.canParse(location)) return;
    const url = new URL(location);
    if (!url.searchParams.has('code')) return;
    const accountId = ctx.oidc.session?.accountId;
    const isBlocked = accountId !== undefined && accounts.get(accountId)?.blocked === true;
    const refusal = isBlocked
      ? { error: 'unauthorized', error_description: 'user is blocked' }
      : refusals[scenario.name];
    if (!refusal) return;
    url.searchParams.delete('code');
    url.searchParams.set('error', refusal.error);
    url.searchParams.set('error_description', scenario.value.description ?? refusal.error_description);
    ctx.response.set('location', url.href);
  };
