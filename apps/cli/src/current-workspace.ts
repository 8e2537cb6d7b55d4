import type { Result } from '@portal/client';
import type { App } from './app.ts';
import { usageError } from './errors.ts';
import type { Session } from './session.ts';

export type Workspace = Result<'getWorkspace'>;

const idPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The workspaces that the session can see. An API token sees only its own. */
export async function listWorkspaces(session: Session): Promise<Workspace[]> {
  if (session.isApiToken) return [await getOwnWorkspace(session)];
  const workspaces: Workspace[] = [];
  const request = { method: 'GET', path: '/workspaces', query: { limit: '500' } };
  for await (const response of session.clientFor(null).requestPages(request))
    workspaces.push(...((await response.json()) as Workspace[]));
  return workspaces;
}

const getOwnWorkspace = async (session: Session): Promise<Workspace> => {
  const workspaceId = await getWorkspaceIdOfToken(session);
  return session.clientFor(workspaceId).call('getWorkspace', { path: { workspaceId } });
};

async function getWorkspaceIdOfToken(session: Session): Promise<string> {
  const { token } = await session.clientFor(null).call('whoami', {});
  if (!token?.workspaceId) throw usageError('PORTAL_TOKEN is no API token of a workspace.');
  return token.workspaceId;
}

/** Whether the text of a user is an id. */
export const isWorkspaceId = (text: string) => idPattern.test(text.toUpperCase());

/** The id of the workspace that a user names. A name that several workspaces have is an error. */
export function findWorkspace(workspaces: readonly Workspace[], nameOrId: string): Workspace {
  const byId = workspaces.find(({ id }) => id === nameOrId.toUpperCase());
  if (byId) return byId;
  const wanted = nameOrId.toLowerCase();
  const named = workspaces.filter(({ displayName }) => displayName.toLowerCase() === wanted);
  const exact = named.filter(({ displayName }) => displayName === nameOrId);
  const [workspace, ...others] = exact.length > 0 ? exact : named;
  if (workspace === undefined)
    throw usageError(`You have no workspace "${nameOrId}". The command portal workspaces lists them.`);
  if (others.length > 0) {
    const ids = [workspace, ...others].map(({ id }) => id).join(', ');
    throw usageError(`Several workspaces have the name "${nameOrId}". Use one of their ids: ${ids}`);
  }
  return workspace;
}

/** The workspace of a command: the one of `--workspace`, of the token, of `workspaces use`, or the default one of the user. */
export async function getCurrentWorkspaceId(app: App, session: Session): Promise<string> {
  const { workspace } = app.options;
  if (session.isApiToken) return checkWorkspaceOfToken(session, workspace);
  if (workspace !== undefined)
    return isWorkspaceId(workspace)
      ? workspace.toUpperCase()
      : findWorkspace(await listWorkspaces(session), workspace).id;
  const stored = app.profileFile.read()?.workspaceId;
  return stored ?? getDefaultWorkspaceId(session);
}

async function checkWorkspaceOfToken(session: Session, wanted: string | undefined): Promise<string> {
  const id = await getWorkspaceIdOfToken(session);
  if (wanted === undefined || wanted.toUpperCase() === id) return id;
  if (isWorkspaceId(wanted)) throw usageError(`PORTAL_TOKEN is for the workspace ${id} only.`);
  return findWorkspace([await getOwnWorkspace(session)], wanted).id;
}

async function getDefaultWorkspaceId(session: Session): Promise<string> {
  const workspace = (await listWorkspaces(session)).find(({ isDefault }) => isDefault);
  if (workspace === undefined)
    throw usageError('You have no default workspace. Choose one with --workspace, or with: portal workspaces use NAME');
  return workspace.id;
}
