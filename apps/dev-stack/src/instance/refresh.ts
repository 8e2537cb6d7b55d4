import { AuthApiError, type AuthApi } from './auth-api.ts';
import type { Connection, Connections } from './connections.ts';

/** Reloads the members and settings of a workspace, with the first token that is still valid. */
export async function refreshWorkspace(api: AuthApi, connections: Connections, workspaceId: string): Promise<void> {
  for (const connection of connections.listByWorkspace(workspaceId)) {
    const current = await tryReadWorkspace(api, connection);
    if (current) {
      updateConnections(connections, workspaceId, current);
      return;
    }
    connections.remove(connection);
  }
}

type CurrentData = Awaited<ReturnType<typeof readWorkspace>>;

async function readWorkspace(api: AuthApi, { token, workspace }: Connection) {
  const members = await api.members(token, workspace.id);
  return { members, workspace: await api.workspace(token, workspace.id) };
}

/** Undefined if the token is no longer valid. */
async function tryReadWorkspace(api: AuthApi, connection: Connection): Promise<CurrentData | undefined> {
  try {
    return await readWorkspace(api, connection);
  } catch (error) {
    if (error instanceof AuthApiError && (error.kind === 'revoked' || error.kind === 'rejected')) return undefined;
    throw error;
  }
}

function updateConnections(connections: Connections, workspaceId: string, { members, workspace }: CurrentData): void {
  for (const connection of connections.listByWorkspace(workspaceId)) {
    const member = members.find(({ userId }) => userId === connection.user.id);
    if (!member) {
      connections.remove(connection);
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
