import type { Result } from '@portal/client';
import type { Command } from 'commander';
import { print, printJson, type App } from '../app.ts';
import { getCurrentWorkspaceId } from '../current-workspace.ts';
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
        else printWhoami(app, whoami);
      });
    });
}

type Whoami = Result<'whoami'>;

function printWhoami(app: App, whoami: Whoami): void {
  print(app, nameOf(whoami));
  if (whoami.token?.scopes) print(app, `Scopes: ${whoami.token.scopes.join(' ')}`);
}

export const nameOf = (whoami: Whoami): string =>
  'user' in whoami ? `${whoami.user.nickname} (${whoami.user.email})` : `Service account ${whoami.serviceAccount.name}`;
