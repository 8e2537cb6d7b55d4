import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connection, Connections } from './connections.ts';

/** Reads again who belongs to a workspace and what it looks like, with the first token that still works. */
export async function refreshWorkspace(api: AuthApi, connections: Connections, workspaceId: string): Promise<void> {
  for (const connection of connections.ofWorkspace(workspaceId)) {
    const current = await readWith(api, connection);
    if (current) {
      apply(connections, workspaceId, current);
      return;
    }
    connections.forget(connection);
  }
}

type Current = Awaited<ReturnType<typeof readAll>>;

async function readAll(api: AuthApi, { token, workspace }: Connection) {
  const members = await api.members(token, workspace.id);
  return { members, workspace: await api.workspace(token, workspace.id) };
}

/** Undefined when the token speaks for nobody any more. */
async function readWith(api: AuthApi, connection: Connection): Promise<Current | undefined> {
  try {
    return await readAll(api, connection);
  } catch (error) {
    if (error instanceof AuthApiError && (error.kind === 'revoked' || error.kind === 'refused')) return undefined;
    throw error;
  }
}

function apply(connections: Connections, workspaceId: string, { members, workspace }: Current): void {
  for (const connection of connections.ofWorkspace(workspaceId)) {
    const member = members.find(({ userId }) => userId === connection.user.id);
    if (!member) {
      connections.forget(connection);
      continue;
    }
    const { displayName, instanceUrl, instanceEnvType, approvalsEnabled } = workspace;
    connections.update({
      ...connection,
      user: { ...connection.user, email: member.email, nickname: member.nickname },
      workspace: { ...connection.workspace, displayName, instanceUrl, instanceEnvType },
      role: member.role,
      approvalsEnabled,
    });
  }
}
