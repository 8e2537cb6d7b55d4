import {
  addressProblem,
  isSameAddress,
  placeWorkspace,
  renameProblem,
  type ExpectedWorkspace,
  type Workspace as OwnView,
  type workspaceCalls,
} from '@portal/contract';
import { endWorkspaceTokens } from '../auth-tokens/revoke.ts';
import type { Workspace } from '../generated/prisma/client.ts';
import type { ActorContext, Handlers, MemberContext } from '../http/handlers.ts';
import { invalidField, problem } from '../http/problem.ts';
import { holdMembership } from '../members/hold-membership.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { createWorkspaceFor } from './create-workspace.ts';
import { lockLiveWorkspace } from './lock-workspace.ts';
import { listWorkspacesOf, readWorkspaceOf, readWorkspacesPage } from './read-workspaces.ts';

export const workspaceHandlers: Handlers<typeof workspaceCalls> = {
  listWorkspaces: ({ query }, context) => readWorkspacesPage(context.actor.user.id, query, context),

  createWorkspace: {
    async execute({ body }, context) {
      const { actor, services, note } = context;
      const userId = actor.user.id;
      const place = placeWorkspace(body, services.settings.hostedApp);
      if ('problem' in place) throw invalidField('body.instanceUrl', place.problem);
      const { displayName, description = null, isDefault, isFavourite, isHidden, approvalsEnabled } = body;
      if (isDefault) await clearDefault(userId, context);
      const newWorkspaceId = await createWorkspaceFor(
        userId,
        { displayName, description, ...place, isDefault, isFavourite, isHidden, approvalsEnabled },
        context,
      );
      note({ workspaceId: newWorkspaceId, details: { displayName, instanceEnvType: place.instanceEnvType } });
      return { workspaces: await listWorkspacesOf(userId, context), newWorkspaceId };
    },
    replay: {
      store: ({ newWorkspaceId }) => ({ newWorkspaceId }),
      answer: async ({ newWorkspaceId = '' }, context) => ({
        workspaces: await listWorkspacesOf(context.actor.user.id, context),
        newWorkspaceId,
      }),
    },
  },

  getWorkspace: (_input, context) => readOwnView(context),

  async updateWorkspace({ body: { displayName, description, instanceUrl, expected } }, context) {
    if (displayName === undefined && description === undefined && instanceUrl === undefined)
      throw invalidField('body', 'Nothing to change: send displayName, description or instanceUrl');
    await edit(context, (before) => {
      if (expected) checkUnchanged(expected, before);
      const moves = instanceUrl !== undefined && !isSameAddress(instanceUrl, before.instanceUrl);
      if (moves) checkAddress(instanceUrl, before, context);
      if (displayName !== undefined) checkName(displayName, before);
      return {
        ...(displayName !== undefined && { displayName }),
        ...(description !== undefined && { description }),
        ...(moves && { instanceUrl }),
      };
    });
    return readOwnView(context);
  },

  async deleteWorkspace(_input, { actor, membership: { workspaceId }, db, note, noteEach }) {
    const workspace = await lockLiveWorkspace(workspaceId, db);
    if (!workspace) {
      noteEach([]);
      return {};
    }
    // Whose default it is stays stored: restoring it brings that back, unless they choose another one meanwhile.
    await db.workspace.update({ where: { id: workspaceId }, data: { deletedAt: actor.now }, select: { id: true } });
    const { authTokenIds: revokedTokenIds } = await endWorkspaceTokens(workspaceId, db);
    note({ details: { displayName: workspace.displayName, revokedTokenIds } });
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
    await lockUserRow(userId, context);
    if (!(await holdMembership(membership.workspaceId, userId, context))) throw problem('WorkspaceNotFound');
    await db.membership.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
    await db.membership.updateMany({
      where: { userId, workspaceId: membership.workspaceId },
      data: { isDefault: true },
    });
    return readOwnView(context);
  },

  async setApprovals({ body: { approvalsEnabled } }, context) {
    await edit(context, () => ({ approvalsEnabled }));
    return readOwnView(context);
  },
};

/** The row of the user is the lock: of many changes of the default at once each leaves exactly one. */
const lockUserRow = (userId: string, { db }: ActorContext) =>
  db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;

/** Makes room for another default workspace. */
async function clearDefault(userId: string, context: ActorContext): Promise<void> {
  await lockUserRow(userId, context);
  await context.db.membership.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
}

type Editable = Pick<Workspace, 'displayName' | 'description' | 'instanceUrl' | 'approvalsEnabled'>;

/** Writes what differs from how the workspace is now, and notes it; an edit that changes nothing leaves no line. */
async function edit(
  { membership: { workspaceId }, db, note, noteEach }: MemberContext,
  wish: (before: Workspace) => Partial<Editable>,
): Promise<void> {
  const before = await lockLiveWorkspace(workspaceId, db);
  if (!before) throw problem('WorkspaceNotFound');
  const changes = changesBetween(before, wish(before));
  if (Object.keys(changes).length === 0) {
    noteEach([]);
    return;
  }
  const data = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
  await db.workspace.update({ where: { id: workspaceId }, data, select: { id: true } });
  // A description is long, and says nothing that anybody could get by.
  note({ details: { ...changes, ...(changes['description'] && { description: 'changed' }) } });
}

/** The row is locked by then, so that no other edit comes between this comparison and the write. */
function checkUnchanged(expected: ExpectedWorkspace, before: Workspace): void {
  const fields = ['displayName', 'description', 'instanceUrl'] as const;
  const changed = fields
    .filter((field) => expected[field] !== undefined && (expected[field] || null) !== before[field])
    .map((field) => ({ field, value: before[field] }));
  if (changed.length > 0) throw problem('WorkspaceChanged', { changed });
}

function checkName(displayName: string, before: Workspace): void {
  const refused = renameProblem(displayName, before.displayName);
  if (refused) throw invalidField('body.displayName', refused);
}

function checkAddress(instanceUrl: string, before: Workspace, { services }: MemberContext): void {
  const refused = addressProblem(instanceUrl, before.instanceEnvType, services.settings.hostedApp);
  if (refused) throw invalidField('body.instanceUrl', refused);
}

async function changeOwnView(context: MemberContext, data: { isFavourite?: boolean; isHidden?: boolean }) {
  const { actor, membership, db } = context;
  await db.membership.updateMany({
    where: { userId: actor.user.id, workspaceId: membership.workspaceId },
    data,
  });
  return readOwnView(context);
}

async function readOwnView(context: MemberContext): Promise<OwnView> {
  const workspace = await readWorkspaceOf(context.actor.user.id, context.membership.workspaceId, context);
  if (!workspace) throw problem('WorkspaceNotFound');
  return workspace;
}
