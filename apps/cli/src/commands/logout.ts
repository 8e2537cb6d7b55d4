import { PortalError } from '@portal/client';
import type { Command } from 'commander';
import { notify, type App } from '../app.ts';
import { CliError, exitCodes } from '../errors.ts';
import { requireProfile } from '../login/access-tokens.ts';
import { postForm } from '../login/oauth-request.ts';
import { withLock } from '../profile/lock.ts';
import type { Profile } from '../profile/profile.ts';
import type { Terminal } from '../terminal.ts';
import { parseApiUrl } from '../urls.ts';
import { appOf } from './command-context.ts';

export function addLogout(program: Command, terminal: Terminal): void {
  program
    .command('logout')
    .description('end the login and delete the profile')
    .action((_options, command: Command) => logOut(appOf(terminal, command)));
}

async function logOut(app: App): Promise<void> {
  requireProfile(app);
  const isEnded = await withLock(app.profileFile.lockPath, app.terminal, async () => {
    const isRevoked = await revokeLogin(app, requireProfile(app));
    app.profileFile.remove();
    return isRevoked;
  });
  if (!isEnded)
    throw new CliError(
      'The profile is deleted, but the API did not end the login. End it in the portal, under Sessions.',
      exitCodes.unreachable,
    );
  notify(app, 'You are logged out.');
}

/** Ends a login at its API (RFC 7009). Returns whether the API did so. */
export async function revokeLogin({ fetch, terminal }: App, { url, refreshToken }: Profile): Promise<boolean> {
  const transport = { fetch, signal: terminal.signal };
  try {
    const form = { token: refreshToken, token_type_hint: 'refresh_token' };
    await postForm(transport, `${parseApiUrl(url)}/oauth/revoke`, form);
    return true;
  } catch (error) {
    if (error instanceof PortalError) return false;
    throw error;
  }
}
