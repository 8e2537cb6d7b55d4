import {
  ExpectedWorkspace,
  displayNameError,
  instanceUrlError,
  isSameUrl,
  resolveInstance,
  type Workspace as WorkspaceResponse,
  type workspaceCalls,
} from '@portal/contract';
import { isScoped, principalOf, type Actor } from '../../request/account/actor.ts';
import { changesBetween } from '../../request/audit/changes-between.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import { requireRecentLogin } from '../../request/auth/require-recent-login.ts';
import { enqueueAccountEmail, enqueueAccountEmails } from '../emails/enqueue-account-email.ts';
import { enqueueWorkspaceEvents } from '../credentials/enqueue-workspace-events.ts';
import { revokeInstanceTokens, revokeWorkspaceTokens } from '../credentials/revoke-tokens.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import type { Membership, Workspace } from '../../generated/prisma/client.ts';
import { endOffers } from './ownership/offers.ts';
import type { ActorContext, Handlers, MemberContext } from '../../request/call/types.ts';
import { createWorkspace } from './create-workspace.ts';
import { findWorkspace, listWorkspaces, listWorkspacesPage } from './workspaces.queries.ts';

/** What `updateWorkspace` can change. */
type EditableField = keyof ExpectedWorkspace;
const editableFields = Object.keys(ExpectedWorkspace.shape) as EditableField[];
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const workspaceHandlers: Handlers<typeof workspaceCalls> = {
  listWorkspaces: ({ query }, context) => listWorkspacesPage(context.actor.user.id, query, context),

  createWorkspace: {
    locks: { changes: ['user'] },
    async execute({ body }, context) {
      const { actor, services, audit } = context;
      const userId = actor.user.id;
      const instance = resolveInstance(body, services.settings.hostedApp);
      if ('error' in instance) throw invalidField('body.instanceUrl', instance.error);
      if (body.isDefault) await clearDefault(userId, context);
      const newWorkspaceId = await createWorkspace(userId, { ...body, ...instance }, context);
      audit.record({
        workspaceId: newWorkspaceId,
        details: { displayName: personalTo(userId, body.displayName), instanceEnvType: instance.instanceEnvType },
      });
      return { workspaces: await listWorkspaces(userId, context), newWorkspaceId };
    },
    replay: {
      store: ({ newWorkspaceId }) => ({ newWorkspaceId }),
      respond: async ({ newWorkspaceId = '' }, context) => ({
        workspaces: await listWorkspaces(context.actor.user.id, context),
        newWorkspaceId,
      }),
    },
  },

  getWorkspace: (_input, context) => getWorkspaceResponse(context),

  updateWorkspace: {
    locks: { changes: ['workspace'] },
    async execute({ body: { expected, ...edit } }, context) {
      const { displayName, instanceUrl } = edit;
      if (editableFields.every((field) => edit[field] === undefined))
        throw invalidField('body', `Nothing to change: send ${alternatives.format(editableFields)}`);
      await saveChanges(context, (before) => {
        if (expected) checkUnchanged(expected, before);
        const isUrlChange = instanceUrl !== undefined && !isSameUrl(instanceUrl, before.instanceUrl);
        if (isUrlChange) checkInstanceUrl(instanceUrl, before, context);
        if (displayName !== undefined) checkDisplayName(displayName, before);
        // Members are sent to this URL with a login code.
        if (isUrlChange && isScoped(context.actor.credential))
          throw apiError('TokenNotAllowed', {
            message: 'Only the owner can change the instance URL, with a recent login.',
          });
        if (isUrlChange) requireRecentLogin(context.actor, 'STEP_UP_MAX_AGE_MINUTES', context.services.settings);
        return { ...edit, instanceUrl: isUrlChange ? instanceUrl : undefined };
      });
      return getWorkspaceResponse(context);
    },
  },

  deleteWorkspace: {
    locks: { changes: ['workspace'] },
    async execute(_input, { actor, membership: { workspaceId }, db, audit }) {
      // Memberships keep their default flag, so that a restored workspace is the default again of members without another one.
      const { displayName } = await db.workspace.update({
        where: { id: workspaceId },
        data: { deletedAt: actor.now },
        select: { displayName: true },
      });
      await endOffers({ workspaceId }, db);
      const { authTokenIds: revokedTokenIds } = await revokeWorkspaceTokens(workspaceId, db);
      const actorId = actor.user.id;
      const others = await db.membership.findMany({
        where: { workspaceId, userId: { not: actorId } },
        select: { userId: true },
      });
      const details = { workspaceId, actorId };
      await enqueueAccountEmail('ownWorkspaceDeleted', actorId, details, db);
      await enqueueAccountEmails(
        'workspaceDeleted',
        others.map(({ userId }) => ({ userId, details })),
        db,
      );
      audit.record({ details: { displayName: personalTo(actorId, displayName), revokedTokenIds } });
      return {};
    },
  },

  setFavourite: {
    locks: { changes: ['membership'] },
    execute: ({ body: { isFavourite } }, context) => updateOwnMembership(context, { isFavourite }),
  },

  setHidden: {
    locks: { changes: ['membership'] },
    execute: ({ body: { isHidden } }, context) => updateOwnMembership(context, { isHidden }),
  },

  setDefault: {
    locks: { changes: ['user', 'membership'] },
    async execute(_input, context) {
      await clearDefault(context.actor.user.id, context);
      return updateOwnMembership(context, { isDefault: true });
    },
  },

  setApprovals: {
    locks: { changes: ['workspace'] },
    async execute({ body: { approvalsEnabled } }, context) {
      await saveChanges(context, () => ({ approvalsEnabled }));
      return getWorkspaceResponse(context);
    },
  },
};

/** Call it with a locked user, so that concurrent changes of the default workspace run one after the other. */
async function clearDefault(userId: string, { db }: ActorContext): Promise<void> {
  await db.membership.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
}

/** The new values. A field that is undefined does not change. */
type WorkspaceUpdate = { [Field in EditableField | 'approvalsEnabled']?: Workspace[Field] | undefined };

/**
 * Writes the fields of a locked workspace that differ from the stored ones and records them. Without a difference there is no audit
 * entry.
 */
async function saveChanges(
  { actor, membership: { workspaceId }, db, audit }: MemberContext<Actor>,
  toUpdate: (before: Workspace) => WorkspaceUpdate,
): Promise<void> {
  const before = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const changes = changesBetween(before, toUpdate(before));
  if (Object.keys(changes).length === 0) {
    audit.skip();
    return;
  }
  if (changes['instanceUrl']) await revokeInstanceTokens(workspaceId, db);
  const data = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
  // Another instance has not contacted the API yet.
  const contact = changes['instanceUrl'] && { instanceSeenAt: null };
  await db.workspace.update({ where: { id: workspaceId }, data: { ...data, ...contact }, select: { id: true } });
  if (changes['displayName'] ?? changes['approvalsEnabled']) await enqueueWorkspaceEvents([workspaceId], db);
  // Without the text of a description, which can be long and gives no access to anything.
  const details = Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [field, personalTo(principalOf(actor), change)]),
  );
  audit.record({ details: { ...details, ...(changes['description'] && { description: 'changed' }) } });
}

/** Call it with a locked row, so that no other update happens between this check and the write. */
function checkUnchanged(expected: ExpectedWorkspace, before: Workspace): void {
  const changed = editableFields
    .filter((field) => expected[field] !== undefined && !isSameValue(field, expected[field], before[field]))
    .map((field) => ({ field, value: before[field] }));
  if (changed.length > 0) throw apiError('WorkspaceChanged', { changed });
}

function isSameValue(field: EditableField, expected: string | null | undefined, stored: string | null): boolean {
  if (field === 'instanceUrl' && expected && stored) return isSameUrl(expected, stored);
  return (expected || null) === stored;
}

function checkDisplayName(displayName: string, before: Workspace): void {
  const error = displayNameError(displayName, before.displayName);
  if (error) throw invalidField('body.displayName', error);
}

function checkInstanceUrl(instanceUrl: string, before: Workspace, { services }: MemberContext<Actor>): void {
  const error = instanceUrlError(instanceUrl, before.instanceEnvType, services.settings.hostedApp);
  if (error) throw invalidField('body.instanceUrl', error);
}

async function updateOwnMembership(
  context: MemberContext,
  data: Partial<Pick<Membership, 'isFavourite' | 'isHidden' | 'isDefault'>>,
) {
  const { actor, membership, db } = context;
  await db.membership.updateMany({
    where: { userId: actor.user.id, workspaceId: membership.workspaceId },
    data,
  });
  return getWorkspaceResponse(context);
}

/** A service account sees what the owner sees, except how the owner sees it in the list. */
async function getWorkspaceResponse(context: MemberContext<Actor>): Promise<WorkspaceResponse> {
  const { actor, membership } = context;
  const userId = actor.user ? actor.user.id : actor.owner.id;
  const workspace = await findWorkspace(userId, membership.workspaceId, context);
  if (!workspace) throw apiError('WorkspaceNotFound');
  if (actor.user) return workspace;
  return { ...workspace, role: actor.serviceAccount.role, isDefault: false, isFavourite: false, isHidden: false };
}
