import { createClient, PortalError, type Client } from '@portal/client';
import type { App } from './app.ts';
import { CliError, describePortalError, exitCodes, usageError } from './errors.ts';
import { getAccessToken, requireProfile } from './login/access-tokens.ts';
import { parseApiUrl } from './urls.ts';

/** How the commands call the API. */
export interface Session {
  /** Whether it is `PORTAL_TOKEN`, which speaks for one workspace only. */
  readonly isApiToken: boolean;
  /** Calls for a workspace, or for the account with null. */
  clientFor(workspaceId: string | null): Client;
}

const attempts = 3;

/** The URL that `--url` or the environment gives. */
export const givenUrl = ({ options, terminal }: App): string | undefined => {
  const text = options.url ?? terminal.env['PORTAL_URL'];
  return text === undefined || text === '' ? undefined : parseApiUrl(text);
};

/** With `PORTAL_TOKEN` if it is set, otherwise with the login of the profile. */
export function openSession(app: App): Session {
  const token = app.terminal.env['PORTAL_TOKEN']?.trim() ?? '';
  return token === '' ? openLoginSession(app) : openTokenSession(app, token);
}

function openTokenSession(app: App, token: string): Session {
  // An error of `fetch` would show the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw usageError('PORTAL_TOKEN is not an API token.');
  const url = givenUrl(app);
  if (url === undefined) throw usageError('With PORTAL_TOKEN, give the URL of its API with --url or PORTAL_URL.');
  const client = clientWith(app, url, token);
  return { isApiToken: true, clientFor: () => client };
}

function openLoginSession(app: App): Session {
  const profile = requireProfile(app);
  const url = parseApiUrl(profile.url);
  const given = givenUrl(app);
  if (given !== undefined && given !== url)
    throw usageError(`This profile is logged in at ${url}. For ${given}, use another one with --profile.`);
  return {
    isApiToken: false,
    clientFor: (workspaceId) => clientWith(app, url, (refused) => getAccessToken(app, workspaceId, refused)),
  };
}

const clientWith = ({ fetch, terminal }: App, url: string, token: Parameters<typeof createClient>[0]['token']) =>
  createClient({ url, token, attempts, fetch, signal: terminal.signal });

/** What the API says about a token that it refuses, with what to do about it. */
export function explainRefusal(error: unknown, { isApiToken }: Session): unknown {
  if (!(error instanceof PortalError) || error.status !== 401) return error;
  const remedy = isApiToken ? 'The API refuses PORTAL_TOKEN.' : 'The API refuses this login. Log in again.';
  return new CliError(`${remedy} ${describePortalError(error)}`, exitCodes.notLoggedIn, { cause: error });
}
