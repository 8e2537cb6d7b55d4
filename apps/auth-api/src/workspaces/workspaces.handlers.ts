import { placeWorkspace, remoteUrlProblem, type Workspace, type workspaceCalls } from '@portal/contract';
import { endWorkspaceTokens } from '../auth-tokens/revoke.ts';
import type { ActorContext, Handlers, MemberContext } from '../http/handlers.ts';
import { invalidField, problem } from '../http/problem.ts';
import { createWorkspaceFor } from './create-workspace.ts';
import { listWorkspacesOf, readWorkspaceOf } from './read-workspaces.ts';

export const workspaceHandlers: Handlers<typeof workspaceCalls> = {
  listWorkspaces: (_input, { actor, services }) => listWorkspacesOf(actor.user.id, services),

  async createWorkspace({ body }, { actor, services }) {
    const place = placeWorkspace(body, services.settings.hostedApp);
    if ('problem' in place) throw invalidField('body.instanceUrl', place.problem);
    const draft = { displayName: body.displayName, description: body.description || null, ...place };
    const newWorkspaceId = await services.db.$transaction((tx) => createWorkspaceFor(actor.user.id, draft, tx));
    return { workspaces: await listWorkspacesOf(actor.user.id, services), newWorkspaceId };
  },

  getWorkspace: (_input, context) => readOwnView(context),

  async updateWorkspace({ body }, context) {
    const { displayName, description, instanceUrl } = body;
    const where = await editable(context, instanceUrl);
    await context.services.db.workspace.updateMany({
      where,
      data: {
        ...(displayName !== undefined && { displayName }),
        ...(description !== undefined && { description: description || null }),
        ...(instanceUrl !== undefined && { instanceUrl }),
      },
    });
    return readOwnView(context);
  },

  async deleteWorkspace(_input, { membership: { workspaceId }, services }) {
    await services.db.$transaction(async (tx) => {
      await tx.workspace.updateMany({ where: { id: workspaceId, deletedAt: null }, data: { deletedAt: new Date() } });
      await tx.membership.updateMany({ where: { workspaceId, isDefault: true }, data: { isDefault: false } });
      await endWorkspaceTokens(workspaceId, tx);
    });
    return {};
  },

  async setFavourite({ body: { isFavourite } }, context) {
    return changeOwnView(context, { isFavourite });
  },

  async setHidden({ body: { isHidden } }, context) {
    return changeOwnView(context, { isHidden });
  },

  async setDefault(_input, context) {
    const { actor, membership, services } = context;
    await services.db.$transaction(async (tx) => {
      // The person's row is the lock: of many such calls at once each leaves exactly one default.
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${actor.user.id} FOR UPDATE`;
      await tx.membership.updateMany({ where: { userId: actor.user.id, isDefault: true }, data: { isDefault: false } });
      await tx.membership.updateMany({
        where: { userId: actor.user.id, workspaceId: membership.workspaceId },
        data: { isDefault: true },
      });
    });
    return readOwnView(context);
  },

  async setApprovals({ body: { approvalsEnabled } }, context) {
    await context.services.db.workspace.updateMany({ where: await editable(context), data: { approvalsEnabled } });
    return readOwnView(context);
  },
};

/** The condition under which an edit may be written: the workspace is live, and takes the new address if there is one. */
async function editable({ membership, services }: MemberContext, instanceUrl?: string) {
  const where = { id: membership.workspaceId, deletedAt: null };
  if (instanceUrl === undefined) return where;
  const workspace = await services.db.workspace.findUnique({ where, select: { instanceEnvType: true } });
  if (!workspace) throw problem('WorkspaceNotFound');
  if (workspace.instanceEnvType !== 'PRIVATE') {
    throw invalidField('body.instanceUrl', 'Only the URL of a remote workspace can be changed.');
  }
  const refused = remoteUrlProblem(instanceUrl, services.settings.hostedApp);
  if (refused) throw invalidField('body.instanceUrl', refused);
  return where;
}

async function changeOwnView(context: MemberContext, data: { isFavourite?: boolean; isHidden?: boolean }) {
  const { actor, membership, services } = context;
  await services.db.membership.updateMany({
    where: { userId: actor.user.id, workspaceId: membership.workspaceId },
    data,
  });
  return readOwnView(context);
}

async function readOwnView({ actor, membership, services }: ActorContext & MemberContext): Promise<Workspace> {
  const workspace = await readWorkspaceOf(actor.user.id, membership.workspaceId, services);
  if (!workspace) throw problem('WorkspaceNotFound');
  return workspace;
}
