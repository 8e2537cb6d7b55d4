import { createHash, randomBytes } from 'node:crypto';
import { CliError, exitCodes } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { startCallbackServer } from './callback-server.ts';
import type { AuthorizationServer } from './discovery.ts';
import { clientId, type Transport } from './oauth-request.ts';
import { requestTokens, type TokenResponse } from './token-response.ts';

const timeoutMs = 5 * 60_000;

const randomText = () => randomBytes(32).toString('base64url');

/**
 * Logs in with the authorization code of a browser on this machine, with PKCE (RFC 7636, RFC 8252). Returns null if no browser can be
 * opened.
 */
export async function logInByBrowser(
  terminal: Terminal,
  transport: Transport,
  server: AuthorizationServer,
  scopes: readonly string[],
  waitMs = timeoutMs,
): Promise<TokenResponse | null> {
  const state = randomText();
  const verifier = randomText();
  const callback = await startCallbackServer({ state, issuer: server.issuer });
  try {
    const url = authorizationUrl(server, { state, verifier, scopes, redirectUri: callback.redirectUri, terminal });
    if (!(await terminal.openBrowser(url))) return null;
    terminal.stderr.write(
      `Log in with your browser. If it did not open, go to:\n\n  ${url}\n\nWaiting for up to 5 minutes.\n`,
    );
    const code = await waitForCode(callback.code, terminal, waitMs);
    return await requestTokens(transport, server.tokenEndpoint, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback.redirectUri,
      code_verifier: verifier,
    });
  } finally {
    callback.close();
  }
}

interface Parameters {
  readonly state: string;
  readonly verifier: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly terminal: Terminal;
}

function authorizationUrl({ authorizationEndpoint }: AuthorizationServer, parameters: Parameters): string {
  const { state, verifier, scopes, redirectUri, terminal } = parameters;
  const url = new URL(authorizationEndpoint);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    scope: scopes.join(' '),
    host: terminal.hostname,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function waitForCode(code: Promise<string>, { signal, sleep }: Terminal, waitMs: number): Promise<string> {
  const stopWaiting = new AbortController();
  const isLate = sleep(waitMs, AbortSignal.any([signal, stopWaiting.signal])).then(() => {
    throw new CliError('The login was not finished within five minutes. Run: portal login', exitCodes.notLoggedIn);
  });
  try {
    return await Promise.race([code, isLate]);
  } finally {
    stopWaiting.abort();
  }
}
