import type { Result } from '@portal/client';
import type { Command } from 'commander';
import { print, printJson, type App } from '../app.ts';
import { getCurrentWorkspaceId } from '../current-workspace.ts';
import type { Profile } from '../profile/profile.ts';
import type { Terminal } from '../terminal.ts';
import { appOf, withSession } from './command-context.ts';

export function addWhoami(program: Command, terminal: Terminal): void {
  program
    .command('whoami')
    .description('show who you are, and with --workspace what the login can do there')
    .action(async (_options, command: Command) => {
      const app = appOf(terminal, command);
      await withSession(app, async (session) => {
        const workspaceId = app.options.workspace === undefined ? null : await getCurrentWorkspaceId(app, session);
        const whoami = await session.clientFor(workspaceId).call('whoami', {});
        if (app.options.json) printJson(app, whoami);
        else printWhoami(app, whoami, session.isApiToken || workspaceId !== null ? null : app.profileFile.read());
      });
    });
}

type Whoami = Result<'whoami'>;

/** With the profile of a login: what it can do in all of its workspaces, and not what the token without a workspace can. */
function printWhoami(app: App, whoami: Whoami, profile: Profile | null): void {
  print(app, nameOf(whoami));
  const scopes = profile ? profile.scopes : whoami.token?.scopes;
  if (scopes) print(app, `Scopes: ${scopes.join(' ')}`);
}

export const nameOf = (whoami: Whoami): string =>
  'user' in whoami ? `${whoami.user.nickname} (${whoami.user.email})` : `Service account ${whoami.serviceAccount.name}`;
