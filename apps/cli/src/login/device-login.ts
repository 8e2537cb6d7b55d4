import { PortalError } from '@portal/client';
import { hasColour } from '../app.ts';
import { CliError, exitCodes } from '../errors.ts';
import { toVisibleText } from '../output/visible-text.ts';
import type { Terminal } from '../terminal.ts';
import type { AuthorizationServer } from './discovery.ts';
import { postForm, readNumber, readString, type Transport } from './oauth-request.ts';
import { requestTokens, type TokenResponse } from './token-response.ts';

const defaultIntervalSeconds = 5;
const maxIntervalSeconds = 60;

/** Logs in with a code that the user types in a browser anywhere (RFC 8628). */
export async function logInByDevice(
  terminal: Terminal,
  transport: Transport,
  server: AuthorizationServer,
  scopes: readonly string[],
): Promise<TokenResponse> {
  const form = { scope: scopes.join(' '), client_host: terminal.hostname };
  const json = await postForm(transport, server.deviceAuthorizationEndpoint, form);
  const minutes = Math.round(readNumber(json, 'expires_in') / 60);
  showCode(terminal, readString(json, 'verification_uri'), readString(json, 'user_code'), minutes);
  const interval = typeof json['interval'] === 'number' ? json['interval'] : defaultIntervalSeconds;
  const poll = () =>
    requestTokens(transport, server.tokenEndpoint, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: readString(json, 'device_code'),
    });
  return pollForTokens(terminal, poll, interval, readNumber(json, 'expires_in'));
}

/** The code stands alone, with spaces between its letters. */
function showCode({ env, stderr }: Terminal, address: string, code: string, minutes: number): void {
  const large = toVisibleText(code).split('').join(' ');
  const shown = hasColour(env, stderr.isTTY) ? `\x1b[1m${large}\x1b[0m` : large;
  stderr.write(`Open this page in a browser, on any machine:\n\n    ${toVisibleText(address)}\n\n`);
  stderr.write(`and type this code:\n\n    ${shown}\n\n`);
  stderr.write(`Type it only on that page. Waiting for up to ${minutes} minutes.\n`);
}

async function pollForTokens(
  { sleep, signal }: Terminal,
  poll: () => Promise<TokenResponse>,
  intervalSeconds: number,
  expiresInSeconds: number,
): Promise<TokenResponse> {
  let seconds = intervalSeconds;
  for (let waited = 0; waited <= expiresInSeconds;) {
    await sleep(seconds * 1_000, signal);
    waited += seconds;
    try {
      return await poll();
    } catch (error) {
      seconds = nextInterval(error, seconds);
    }
  }
  throw expired();
}

const expired = () => new CliError('The code has expired. Run: portal login --device', exitCodes.notLoggedIn);

/** How long to wait after an answer without tokens. Throws what ends the login. Source: RFC 8628, section 3.5. */
function nextInterval(error: unknown, seconds: number): number {
  if (!(error instanceof PortalError)) throw error;
  if (error.type === 'authorization_pending') return seconds;
  if (error.type === 'slow_down') return seconds + 5;
  if (error.type === 'expired_token') throw expired();
  if (error.type === 'access_denied') throw new CliError('You refused the login in the browser.', exitCodes.refused);
  const isTemporary = error.status === null || error.status === 429 || error.status >= 500;
  if (!isTemporary) throw error;
  return Math.min(Math.max(seconds, 1) * 2, maxIntervalSeconds);
}
