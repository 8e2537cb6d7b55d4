import { apiScopeNames, isWriteScope } from '@portal/contract/auth-tokens/scopes.rules';
import type { Command } from 'commander';
import { notify, type App } from '../app.ts';
import { usageError } from '../errors.ts';
import { accountKey, toAccessToken } from '../login/access-tokens.ts';
import { logInByBrowser } from '../login/browser-login.ts';
import { logInByDevice } from '../login/device-login.ts';
import { discover, type AuthorizationServer } from '../login/discovery.ts';
import type { Transport } from '../login/oauth-request.ts';
import type { TokenResponse } from '../login/token-response.ts';
import { withLock } from '../profile/lock.ts';
import type { Profile } from '../profile/profile.ts';
import { givenUrl, openSession } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { appOf } from './command-context.ts';
import { revokeLogin } from './logout.ts';
import { nameOf } from './whoami.ts';

interface LoginOptions {
  readonly device?: boolean;
  readonly browser?: boolean;
  readonly scope?: readonly string[];
  readonly write?: boolean;
  readonly issuer?: string;
}

export function addLogin(program: Command, terminal: Terminal): void {
  program
    .command('login')
    .description('log in with your browser, or with a code that you type in a browser elsewhere')
    .option('--device', 'show a code instead of opening a browser, also the next time')
    .option('--browser', 'open a browser, also the next time')
    .option('--scope <scopes...>', 'what the login can do (default: read)')
    .option('--write', 'everything, also changes')
    .option('--issuer <issuer>', 'what the API calls itself, if it is not its URL')
    .action((options: LoginOptions, command: Command) => logIn(appOf(terminal, command), options));
}

async function logIn(app: App, options: LoginOptions): Promise<void> {
  if (options.device && options.browser) throw usageError('Use --device or --browser, not both.');
  const former = app.profileFile.read();
  const url = givenUrl(app) ?? former?.url;
  if (url === undefined) throw usageError('Give the URL of the API with --url or PORTAL_URL.');
  if (former !== null && former.url !== url)
    throw usageError(`This profile is logged in at ${former.url}. Use another one with --profile, or log out first.`);
  app.profileFile.createFolder();
  const scopes = requestedScopes(options);
  const transport = { fetch: app.fetch, signal: app.terminal.signal };
  const server = await discover(transport, url, options.issuer);
  const unknown = scopes.filter((scope) => !server.scopes.includes(scope));
  if (unknown.length > 0)
    throw usageError(`There is no scope ${unknown.join(', ')}. The API has: ${server.scopes.join(' ')}`);
  const method = chosenMethod(options) ?? former?.login;
  const tokens = await requestLogin(app.terminal, transport, server, scopes, method);
  await storeLogin(app, { url, tokenEndpoint: server.tokenEndpoint, login: method }, tokens, former);
  await endFormerLogin(app, former);
  await greet(app, scopes, tokens);
}

const chosenMethod = ({ device, browser }: LoginOptions) => (device ? 'device' : browser ? 'browser' : undefined);

/** By default those that read. */
function requestedScopes({ scope, write }: LoginOptions): string[] {
  if (scope !== undefined) return scope.flatMap((each) => each.split(/[\s,]+/)).filter(Boolean);
  return apiScopeNames.filter((name) => write === true || !isWriteScope(name));
}

/** Over SSH, the browser is on another machine. */
async function requestLogin(
  terminal: Terminal,
  transport: Transport,
  server: AuthorizationServer,
  scopes: readonly string[],
  method: 'device' | 'browser' | undefined,
): Promise<TokenResponse> {
  const isRemote = (terminal.env['SSH_CONNECTION'] ?? '') !== '';
  const triesBrowser = method === 'browser' || (method === undefined && !isRemote);
  const tokens = triesBrowser ? await logInByBrowser(terminal, transport, server, scopes) : null;
  return tokens ?? logInByDevice(terminal, transport, server, scopes);
}

/** Ctrl-C does not end this: the login exists at the API. */
async function storeLogin(
  { profileFile, terminal }: App,
  settings: Pick<Profile, 'url' | 'tokenEndpoint' | 'login'>,
  tokens: TokenResponse,
  former: Profile | null,
): Promise<void> {
  const isForAccount = tokens.scopes.includes('account:read');
  const workspaceId = former?.workspaceId;
  await withLock(profileFile.lockPath, { ...terminal, signal: new AbortController().signal }, () =>
    profileFile.write({
      ...settings,
      workspaceId,
      refreshToken: tokens.refreshToken,
      scopes: tokens.loginScopes,
      accessTokens: isForAccount ? { [accountKey]: toAccessToken(tokens) } : {},
    }),
  );
}

async function endFormerLogin(app: App, former: Profile | null): Promise<void> {
  if (former !== null && !(await revokeLogin(app, former)))
    notify(app, 'The former login of this profile could not be ended. End it in the portal, under Sessions.');
}

async function greet(app: App, scopes: readonly string[], tokens: TokenResponse): Promise<void> {
  const profile = app.profileFile.read();
  if (profile === null) return;
  const loginApp: App = { ...app, terminal: { ...app.terminal, env: { ...app.terminal.env, PORTAL_TOKEN: '' } } };
  const whoami = await openSession(loginApp).clientFor(null).call('whoami', {});
  notify(app, `You are logged in as ${nameOf(whoami)}.`);
  const missing = scopes.filter((scope) => !tokens.loginScopes.includes(scope));
  if (missing.length > 0) notify(app, `You did not check these in the browser: ${missing.join(' ')}`);
  if ((app.terminal.env['PORTAL_TOKEN'] ?? '') !== '')
    notify(app, 'PORTAL_TOKEN is set, so commands use it instead of this login.');
}
