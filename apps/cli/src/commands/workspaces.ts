import type { Command } from 'commander';
import { printList, report, type App } from '../app.ts';
import { findWorkspace, listWorkspaces, type Workspace } from '../current-workspace.ts';
import { usageError } from '../errors.ts';
import { requireProfile } from '../login/access-tokens.ts';
import type { Column } from '../output/table.ts';
import { withLock } from '../profile/lock.ts';
import type { Terminal } from '../terminal.ts';
import { appOf, withSession } from './command-context.ts';

export function addWorkspaces(program: Command, terminal: Terminal): void {
  const workspaces = program.command('workspaces').description('list your workspaces, or choose the current one');
  workspaces
    .command('list', { isDefault: true })
    .description('list your workspaces')
    .action((_options, command: Command) => list(appOf(terminal, command)));
  workspaces
    .command('use')
    .argument('<name|id>')
    .description('make a workspace the current one of the profile')
    .action((nameOrId: string, _options, command: Command) => use(appOf(terminal, command), nameOrId));
}

const columnsFor = (currentId: string | undefined): Column<Workspace>[] => [
  { title: '', value: ({ id }) => (id === currentId ? '*' : ''), isFixed: true },
  { title: 'NAME', value: ({ displayName }) => displayName },
  { title: 'DEFAULT', value: ({ isDefault }) => (isDefault ? 'default' : ''), isFixed: true },
  { title: 'ROLE', value: ({ role }) => role.toLowerCase(), isFixed: true },
  { title: 'ID', value: ({ id }) => id, isFixed: true },
];

const list = (app: App) =>
  withSession(app, async (session) => {
    const workspaces = await listWorkspaces(session);
    const storedId = session.isApiToken ? undefined : app.profileFile.read()?.workspaceId;
    const current = workspaces.find(({ id, isDefault }) => (storedId === undefined ? isDefault : id === storedId));
    printList(app, workspaces, columnsFor(current?.id));
  });

const use = (app: App, nameOrId: string) =>
  withSession(app, async (session) => {
    if (session.isApiToken) throw usageError('PORTAL_TOKEN is for one workspace only, so there is none to choose.');
    const workspace = findWorkspace(await listWorkspaces(session), nameOrId);
    await withLock(app.profileFile.lockPath, app.terminal, () =>
      app.profileFile.write({ ...requireProfile(app), workspaceId: workspace.id }),
    );
    report(app, workspace, `${workspace.displayName} is now the current workspace.`);
  });
