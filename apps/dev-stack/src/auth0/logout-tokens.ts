import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { errorMessage } from '../errors.ts';
import type { Log } from '../emulator/request-log.ts';
import type { OidcRecords } from './oidc-adapter.ts';
import type { Secrets } from './secrets.ts';

interface LogoutOptions {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** The URL that the application registered; undefined if it did not. */
  readonly backChannelLogoutUrl?: string;
  readonly records: OidcRecords;
  readonly secrets: Secrets;
  readonly log: Log;
}

const timeoutMs = 5_000;

/** Ends all logins of an account. Like Auth0, posts a logout token to the application for each login that it took part in. */
export function createLogout(options: LogoutOptions): (accountId: string) => Promise<void> {
  const { backChannelLogoutUrl: url, clientId, records, log } = options;
  return async (accountId) => {
    const sessionIds = records.endLogins(accountId, clientId);
    if (url === undefined) return;
    for (const sid of sessionIds) {
      try {
        const body = new URLSearchParams({ logout_token: await signLogoutToken(accountId, sid, options) });
        const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
        log(`logout token ${response.ok ? 'accepted' : 'rejected'}: ${response.status}`);
      } catch (error) {
        log(`logout token not delivered: ${errorMessage(error)}`);
      }
    }
  };
}

async function signLogoutToken(sub: string, sid: string, { issuerUrl, clientId, secrets }: LogoutOptions) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  return new SignJWT({ sub, sid, events })
    .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: secrets.signingKey.kid })
    .setIssuer(`${issuerUrl}/`)
    .setAudience(clientId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(await importJWK(secrets.signingKey, 'RS256'));
}
