import { mayBeRestored, restoreDays, type staffWorkspaceCalls } from '@portal/contract';
import { requireFreshLogin } from '../http/fresh-login.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { findInvitee } from '../users/find-invitee.ts';
import { holdWorkspace, readOwnedWorkspace } from './owned-workspace.ts';
import { setUpFor } from './set-up-workspace.ts';

export const staffWorkspaceHandlers: Handlers<typeof staffWorkspaceCalls> = {
  async lookUpWorkspaceOwner({ params: { workspaceId } }, { db, note }) {
    const workspace = await readOwnedWorkspace(workspaceId, db);
    note({ subjectUserId: workspace.ownerId });
    return workspace;
  },

  async setUpProductionWorkspace({ body: { userEmail } }, context) {
    const { id } = await findInvitee(userEmail, context.db);
    context.note({ details: { userEmail } });
    return setUpFor(id, context);
  },

  setUpProductionWorkspaceByUserId: ({ body: { userId } }, context) => setUpFor(userId, context),

  async quarantineWorkspace(
    { params: { workspaceId }, body: { isQuarantined, reason } },
    { actor, db, note, services },
  ) {
    const { quarantinedAt, quarantineReason, quarantinedById } = await holdWorkspace(workspaceId, db);
    if (isQuarantined) requireFreshLogin(actor, services.settings);
    const before = quarantinedAt && { at: quarantinedAt, reason: quarantineReason, byId: quarantinedById };
    const begun = before ?? { at: actor.now, reason: null, byId: actor.user.id };
    const after = isQuarantined ? { ...begun, ...(reason !== undefined && { reason: reason || null }) } : null;
    await db.workspace.update({
      where: { id: workspaceId },
      data: {
        quarantinedAt: after?.at ?? null,
        quarantineReason: after?.reason ?? null,
        quarantinedById: after?.byId ?? null,
      },
      select: { id: true },
    });
    // Its tokens are only refused meanwhile, so that opening it again leaves nobody's automation broken.
    if (after) await db.connectCode.deleteMany({ where: { workspaceId } });
    const [from, to] = [before, after].map((state) => state && { at: state.at.toISOString(), reason: state.reason });
    const lifted = !isQuarantined && reason ? { reason } : {};
    note({ details: { quarantine: { from: from ?? null, to: to ?? null }, ...lifted } });
    return readOwnedWorkspace(workspaceId, db);
  },

  async restoreWorkspace({ params: { workspaceId } }, { actor, db, note }) {
    const { deletedAt, displayName } = await holdWorkspace(workspaceId, db);
    if (!deletedAt) throw problem('WorkspaceNotRestorable', { message: 'This workspace is not deleted.' });
    if (!mayBeRestored(deletedAt.toISOString(), actor.now)) {
      const message = `This workspace was deleted more than ${restoreDays} days ago.`;
      throw problem('WorkspaceNotRestorable', { message });
    }
    await db.workspace.update({ where: { id: workspaceId }, data: { deletedAt: null }, select: { id: true } });
    note({ details: { displayName, deletedAt: { from: deletedAt.toISOString(), to: null } } });
    return readOwnedWorkspace(workspaceId, db);
  },
};
