import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError, exitCodes } from '../errors.ts';

/** Waits on this machine for the redirect of the browser (RFC 8252, section 7.3). */
export interface CallbackServer {
  readonly redirectUri: string;
  /** The authorization code. Rejects if the login was refused. */
  readonly code: Promise<string>;
  close(): void;
}

interface Expected {
  readonly state: string;
  readonly issuer: string;
}

const doneText = 'You can close this page and return to the terminal.';

type Outcome = { readonly code: string } | { readonly error: Error };

export async function startCallbackServer(expected: Expected): Promise<CallbackServer> {
  let settle: (outcome: Outcome) => void = () => undefined;
  const code = new Promise<string>((resolve, reject) => {
    settle = (outcome) => ('code' in outcome ? resolve(outcome.code) : reject(outcome.error));
  });
  // The caller may have stopped waiting.
  code.catch(() => undefined);
  const server = createServer((request, response) => {
    const result = readCallback(request, expected);
    if (typeof result === 'string') {
      sendPage(response, 400, result);
    } else {
      response.on('close', () => settle(result));
      sendPage(response, 200, 'code' in result ? doneText : result.error.message);
    }
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    code,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const listen = (server: Server) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

/** What a request means for the login; a text if it is not the redirect that the login waits for. */
function readCallback(
  { method, url, headers, socket }: IncomingMessage,
  { state, issuer }: Expected,
): Outcome | string {
  const target = new URL(url ?? '/', 'http://127.0.0.1');
  const isHere = headers.host === `127.0.0.1:${socket.localPort}`;
  if (method !== 'GET' || target.pathname !== '/callback' || !isHere) return 'There is nothing here.';
  const query = target.searchParams;
  if (!isSame(query.get('state') ?? '', state))
    return 'This page belongs to another login. Start again in the terminal.';
  const error = query.get('error');
  // Another server could otherwise get this one’s code. Source: RFC 9207, section 2.4. An error has none.
  if (query.get('iss') !== issuer && error === null)
    return 'This answer is not of the account portal that the terminal logs in to.';
  if (error !== null) return { error: toError(error, query.get('error_description')) };
  const code = query.get('code') ?? '';
  return code === '' ? 'The answer has no code.' : { code };
}

const hash = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));

function toError(error: string, description: string | null): CliError {
  const message =
    error === 'access_denied'
      ? 'You refused the login in the browser.'
      : `The account portal refused the login: ${description ?? error}`;
  return new CliError(message, exitCodes.refused);
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Portal CLI</title>
<body style="font: 1.1rem system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<p>${escapeHtml(text)}</p>
</body>
</html>
`);
}
