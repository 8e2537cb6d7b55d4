import type { Result } from '@portal/client';
import type { Command } from 'commander';
import { printList, report, type App } from '../app.ts';
import { confirm } from '../output/confirm.ts';
import type { Column } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';
import { appOf, withWorkspace } from './command-context.ts';

type AuthTokens = Result<'listAuthTokens'>;
type AuthToken = AuthTokens['authTokens'][number];

export function addTokens(program: Command, terminal: Terminal): void {
  const tokens = program.command('tokens').description('list, rename and revoke the API tokens of a workspace');
  tokens
    .command('list', { isDefault: true })
    .description('list the API tokens')
    .action((_options, command: Command) => list(appOf(terminal, command)));
  tokens
    .command('revoke')
    .argument('<id>')
    .option('-y, --yes', 'do not ask')
    .description('revoke an API token permanently')
    .action((id: string, { yes }: { yes?: boolean }, command: Command) =>
      revoke(appOf(terminal, command), id, yes === true),
    );
  tokens
    .command('rename')
    .argument('<id>')
    .argument('<name>')
    .description('rename an API token')
    .action((id: string, name: string, _options, command: Command) => rename(appOf(terminal, command), id, name));
}

const dayOf = (timestamp: string | null) => timestamp?.slice(0, 10) ?? 'never';

function statusOf({ revokedAt, expiresAt, replacedAt }: AuthToken): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return replacedAt === null ? 'active' : 'replaced';
}

const columns: Column<AuthToken>[] = [
  { title: 'NAME', value: ({ name }) => name ?? '' },
  { title: 'STATUS', value: statusOf, isFixed: true },
  { title: 'EXPIRES', value: ({ expiresAt }) => dayOf(expiresAt), isFixed: true },
  { title: 'LAST USED', value: ({ lastUsedAt }) => dayOf(lastUsedAt), isFixed: true },
  { title: 'SCOPES', value: ({ scopes }) => scopes.join(' ') },
  { title: 'ID', value: ({ id }) => id, isFixed: true },
];

const list = (app: App) =>
  withWorkspace(app, async ({ client, path }) => {
    const pages: AuthTokens[] = [];
    for await (const page of client.pages('listAuthTokens', { path, query: { limit: 500 } })) pages.push(page);
    const authTokens = pages.flatMap((page) => page.authTokens);
    printList(app, authTokens, columns, { ...pages[0], authTokens });
  });

const revoke = (app: App, tokenId: string, isConfirmed: boolean) =>
  withWorkspace(app, async ({ client, path }) => {
    if (!(await confirm(app, `Revoke the API token ${tokenId}? Programs that use it stop working.`, isConfirmed)))
      return;
    report(app, await client.call('revokeAuthToken', { path: { ...path, tokenId } }), 'The API token is revoked.');
  });

const rename = (app: App, tokenId: string, name: string) =>
  withWorkspace(app, async ({ client, path }) => {
    const result = await client.call('renameAuthToken', { path: { ...path, tokenId }, body: { name } });
    report(app, result, `The API token is now called ${result.authToken.name ?? name}.`);
  });
