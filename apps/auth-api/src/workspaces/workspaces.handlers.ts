import { placeWorkspace, remoteUrlProblem, type Workspace, type workspaceCalls } from '@portal/contract';
import { endWorkspaceTokens } from '../auth-tokens/revoke.ts';
import type { Handlers, MemberContext } from '../http/handlers.ts';
import { invalidField, problem } from '../http/problem.ts';
import { holdMembership } from '../members/hold-membership.ts';
import { createWorkspaceFor } from './create-workspace.ts';
import { listWorkspacesOf, readWorkspaceOf } from './read-workspaces.ts';

export const workspaceHandlers: Handlers<typeof workspaceCalls> = {
  listWorkspaces: (_input, context) => listWorkspacesOf(context.actor.user.id, context),

  async createWorkspace({ body }, context) {
    const { actor, db, services } = context;
    const place = placeWorkspace(body, services.settings.hostedApp);
    if ('problem' in place) throw invalidField('body.instanceUrl', place.problem);
    const draft = { displayName: body.displayName, description: body.description || null, ...place };
    const newWorkspaceId = await createWorkspaceFor(actor.user.id, draft, db);
    return { workspaces: await listWorkspacesOf(actor.user.id, context), newWorkspaceId };
  },

  getWorkspace: (_input, context) => readOwnView(context),

  async updateWorkspace({ body }, context) {
    const { displayName, description, instanceUrl } = body;
    const where = await editable(context, instanceUrl);
    await context.db.workspace.updateMany({
      where,
      data: {
        ...(displayName !== undefined && { displayName }),
        ...(description !== undefined && { description: description || null }),
        ...(instanceUrl !== undefined && { instanceUrl }),
      },
    });
    return readOwnView(context);
  },

  async deleteWorkspace(_input, { membership: { workspaceId }, db }) {
    await db.workspace.updateMany({ where: { id: workspaceId, deletedAt: null }, data: { deletedAt: new Date() } });
    await db.membership.updateMany({ where: { workspaceId, isDefault: true }, data: { isDefault: false } });
    await endWorkspaceTokens(workspaceId, db);
    return {};
  },

  async setFavourite({ body: { isFavourite } }, context) {
    return changeOwnView(context, { isFavourite });
  },

  async setHidden({ body: { isHidden } }, context) {
    return changeOwnView(context, { isHidden });
  },

  async setDefault(_input, context) {
    const { db, membership } = context;
    const userId = context.actor.user.id;
    // The person's row is the lock: of many such calls at once each leaves exactly one default.
    await db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
    if (!(await holdMembership(membership.workspaceId, userId, db))) throw problem('WorkspaceNotFound');
    await db.membership.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
    await db.membership.updateMany({
      where: { userId, workspaceId: membership.workspaceId },
      data: { isDefault: true },
    });
    return readOwnView(context);
  },

  async setApprovals({ body: { approvalsEnabled } }, context) {
    await context.db.workspace.updateMany({ where: await editable(context), data: { approvalsEnabled } });
    return readOwnView(context);
  },
};

/** The condition under which an edit may be written: the workspace is live, and takes the new address if there is one. */
async function editable({ membership, db, services }: MemberContext, instanceUrl?: string) {
  const where = { id: membership.workspaceId, deletedAt: null };
  if (instanceUrl === undefined) return where;
  const workspace = await db.workspace.findUnique({ where, select: { instanceEnvType: true } });
  if (!workspace) throw problem('WorkspaceNotFound');
  if (workspace.instanceEnvType !== 'PRIVATE') {
    throw invalidField('body.instanceUrl', 'Only the URL of a remote workspace can be changed.');
  }
  const refused = remoteUrlProblem(instanceUrl, services.settings.hostedApp);
  if (refused) throw invalidField('body.instanceUrl', refused);
  return where;
}

async function changeOwnView(context: MemberContext, data: { isFavourite?: boolean; isHidden?: boolean }) {
  const { actor, membership, db } = context;
  await db.membership.updateMany({
    where: { userId: actor.user.id, workspaceId: membership.workspaceId },
    data,
  });
  return readOwnView(context);
}

async function readOwnView(context: MemberContext): Promise<Workspace> {
  const workspace = await readWorkspaceOf(context.actor.user.id, context.membership.workspaceId, context);
  if (!workspace) throw problem('WorkspaceNotFound');
  return workspace;
}
