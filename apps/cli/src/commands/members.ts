import type { Result } from '@portal/client';
import { Option, type Command } from 'commander';
import { printList, report, type App } from '../app.ts';
import { usageError } from '../errors.ts';
import { confirm } from '../output/confirm.ts';
import type { Column } from '../output/table.ts';
import type { Terminal } from '../terminal.ts';
import { appOf, withWorkspace, type WorkspaceContext } from './command-context.ts';

type Member = Result<'listMembers'>[number];
type AssignableRole = 'APPROVER' | 'EDITOR';

/** The portal shows editors as collaborators. */
const roles = ['approver', 'editor', 'collaborator'];

export function addMembers(program: Command, terminal: Terminal): void {
  const members = program.command('members').description('list, invite and remove the members of a workspace');
  members
    .command('list', { isDefault: true })
    .description('list the members and pending invitations')
    .action((_options, command: Command) => list(appOf(terminal, command)));
  members
    .command('invite')
    .argument('<email>')
    .addOption(new Option('--role <role>', 'the role of the member').choices(roles).default('editor'))
    .description('invite a user by email')
    .action((email: string, { role }: { role: string }, command: Command) =>
      invite(appOf(terminal, command), email, role),
    );
  members
    .command('remove')
    .argument('<email>')
    .option('-y, --yes', 'do not ask')
    .description('remove a member, or cancel a pending invitation')
    .action((email: string, { yes }: { yes?: boolean }, command: Command) =>
      remove(appOf(terminal, command), email, yes === true),
    );
  members
    .command('role')
    .argument('<user>', 'the email or the id of a member')
    .argument('<role>', 'approver or editor')
    .description('change the role of a member')
    .action((user: string, role: string, _options, command: Command) =>
      changeRole(appOf(terminal, command), user, role),
    );
}

const columns: Column<Member>[] = [
  { title: 'EMAIL', value: ({ email }) => email },
  { title: 'NAME', value: ({ nickname }) => nickname },
  { title: 'ROLE', value: ({ role }) => role.toLowerCase(), isFixed: true },
  { title: 'STATUS', value: ({ pending }) => (pending ? 'invited' : 'member'), isFixed: true },
  { title: 'ID', value: ({ userId }) => userId, isFixed: true },
];

async function readMembers({ client, path }: WorkspaceContext): Promise<Member[]> {
  const members: Member[] = [];
  for await (const page of client.pages('listMembers', { path, query: { limit: 500 } })) members.push(...page);
  return members;
}

const list = (app: App) => withWorkspace(app, async (context) => printList(app, await readMembers(context), columns));

const invite = (app: App, email: string, role: string) =>
  withWorkspace(app, async ({ client, path }) => {
    const members = await client.call('inviteMember', { path, body: { email, role: toRole(role) } });
    report(app, members, `${email} is invited as ${role}.`);
  });

const remove = (app: App, email: string, isConfirmed: boolean) =>
  withWorkspace(app, async ({ client, path }) => {
    if (!(await confirm(app, `Remove ${email} from the workspace ${path.workspaceId}?`, isConfirmed))) return;
    report(app, await client.call('removeMember', { path, body: { email } }), `${email} is removed.`);
  });

const changeRole = (app: App, user: string, role: string) =>
  withWorkspace(app, async (context) => {
    const body = { userId: user.includes('@') ? await findUserId(context, user) : user, role: toRole(role) };
    const members = await context.client.call('changeMemberRole', { path: context.path, body });
    report(app, members, `${user} is now ${role.toLowerCase()}.`);
  });

async function findUserId(context: WorkspaceContext, email: string): Promise<string> {
  const member = (await readMembers(context)).find((each) => each.email === email.toLowerCase());
  if (member === undefined) throw usageError(`The workspace has no member ${email}.`);
  return member.userId;
}

function toRole(role: string): AssignableRole {
  const given = role.toUpperCase().replace('COLLABORATOR', 'EDITOR');
  if (given === 'APPROVER' || given === 'EDITOR') return given;
  throw usageError(`There is no role "${role}" to give. Use ${roles.join(' or ')}.`);
}
