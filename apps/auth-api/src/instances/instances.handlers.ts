import type { InputOf, instanceCalls } from '@portal/contract';
import { databaseNow } from '../database/clock.ts';
import type { ConnectCode, User, Workspace } from '../generated/prisma/client.ts';
import { membershipOf } from '../http/access.ts';
import type { Handlers, MemberContext } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { inTransaction, type Work } from '../http/transaction.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import { holdMembership } from '../members/hold-membership.ts';
import { newId } from '../new-id.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';

type Launch = InputOf<typeof instanceCalls.goToWorkspace>['query'];
type Proof = InputOf<typeof instanceCalls.completeAuthConnect>['body'];
type FoundLaunch = Pick<ConnectCode, 'codeHash' | 'workspaceId' | 'userId'>;

const codeLifetimeMs = 60_000;
const dayMs = 86_400_000;

export const instanceHandlers: Handlers<typeof instanceCalls> = {
  async goToWorkspace({ query }, context) {
    const { actor, membership, db, needsConfirmation, services } = context;
    const { workspaceId } = membership;
    const workspace = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    const isContinued = await continuesLaunch(query.code, context);
    const isToConfirm = needsConfirmation || query.confirm === '1';
    if (isToConfirm && !isContinued) return confirmLaunch(workspace, query, services.settings);
    const code = makeSecret();
    const { state } = query;
    await db.connectCode.create({
      data: {
        codeHash: hashSecret(code),
        stateHash: state === undefined ? null : hashSecret(state),
        workspaceId,
        userId: actor.user.id,
        expiresAt: new Date(actor.now.getTime() + codeLifetimeMs),
      },
    });
    return { redirect: connectUrl(workspace.instanceUrl, { code, workspaceId }, query) };
  },

  async completeAuthConnect({ body }, { db, services }) {
    const launch = await findLaunch(body, db);
    return inTransaction(services, (work) => redeem(launch, work, services));
  },

  async authReconnect(_input, { actor, db }) {
    const { workspaceId } = membershipOf(actor);
    const workspace = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    return { user: presentUser(actor.user), workspace: presentWorkspace(workspace) };
  },
};

/**
 * The launch that a code and its state belong to. A state other than the one of `/go` shows that another browser has the
 * code, so it deletes the code. That is a statement of its own, outside any transaction, so it outlives the failure.
 */
async function findLaunch({ code, state }: Proof, db: Work['db']): Promise<FoundLaunch> {
  const codeHash = hashSecret(code);
  const found = await db.connectCode.findUnique({
    where: { codeHash },
    select: { codeHash: true, workspaceId: true, userId: true, stateHash: true },
  });
  if (!found) throw problem('InvalidCode');
  if (found.stateHash !== (state === undefined ? null : hashSecret(state))) {
    await db.connectCode.deleteMany({ where: { codeHash } });
    throw problem('InvalidCode');
  }
  return found;
}

/** Uses the code up and makes the instance's token, in one transaction. */
async function redeem(launch: FoundLaunch, work: Work, { tokens, settings }: Services) {
  const id = newId();
  const now = await databaseNow(work.db);
  const expiresAt = new Date(now.getTime() + settings.INSTANCE_TOKEN_DAYS * dayMs);
  const { user, workspace } = await takeCode(launch, work);
  await work.db.instanceToken.create({ data: { id, workspaceId: workspace.id, userId: user.id, expiresAt } });
  const token = await tokens.sign({ kind: 'instance', id, userId: user.id, workspaceId: workspace.id }, expiresAt);
  return { user: presentUser(user), workspace: presentWorkspace(workspace), token };
}

/**
 * Checks again that the user of a code may enter the workspace, and deletes the code, which only one of several concurrent
 * requests can. It locks the workspace before the code, because a deletion of the workspace deletes its codes last.
 */
async function takeCode(
  { codeHash, workspaceId, userId }: FoundLaunch,
  { db }: Work,
): Promise<{ user: User; workspace: Workspace }> {
  if (!(await holdMembership(workspaceId, userId, { db }))) throw problem('InvalidCode');
  const taken = await db.$executeRaw`DELETE FROM connect_codes WHERE code_hash = ${codeHash} AND expires_at > now()`;
  if (taken === 0) throw problem('InvalidCode');
  const membership = await db.membership.findUnique({
    where: {
      workspaceId_userId: { workspaceId, userId },
      user: { emailVerified: true },
    },
    select: { user: true, workspace: true },
  });
  if (!membership) throw problem('InvalidCode');
  return membership;
}

/**
 * Uses up a code that came to the instance without a state. It shows that this user opened the workspace within the last
 * minute, and that the instance now sends the browser back for a code with a state.
 */
async function continuesLaunch(code: string | undefined, { actor, membership, db }: MemberContext): Promise<boolean> {
  if (code === undefined) return false;
  const used = await db.$executeRaw`
    DELETE FROM connect_codes
    WHERE code_hash = ${hashSecret(code)} AND state_hash IS NULL AND expires_at > now()
      AND workspace_id = ${membership.workspaceId} AND user_id = ${actor.user.id}`;
  return used === 1;
}

/** A link outside the portal may have sent the browser here: the user may not want to be logged in there. */
function confirmLaunch({ id, displayName, instanceUrl }: Workspace, { redirect, state }: Launch, settings: Settings) {
  const query = new URLSearchParams({
    ...(redirect !== undefined && { redirect }),
    ...(state !== undefined && { state }),
  });
  const go = `${settings.AUTH_API_URL}/workspaces/${id}/go`;
  return {
    page: {
      title: `Open ${displayName}?`,
      text: `A link opens this workspace and logs you in at ${new URL(instanceUrl).host}. Continue only if you expected this.`,
      action: { label: 'Open workspace', href: query.size === 0 ? go : `${go}?${query.toString()}` },
    },
  };
}

/** The stored address of the instance and nothing else; `redirect` only if it is a path there. */
function connectUrl(instanceUrl: string, params: Record<string, string>, { redirect, state }: Launch): string {
  const query = new URLSearchParams({ ...params, ...(state !== undefined && { state }) });
  if (redirect !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect)) query.set('redirect', redirect);
  return `${instanceUrl.replace(/\/+$/, '')}/auth-connect?${query.toString()}`;
}

const presentUser = ({ id, nickname, email, firstName, lastName, pictureUrl }: User) => ({
  id,
  nickname,
  email,
  firstName,
  lastName,
  pictureUrl,
});

const presentWorkspace = ({ id, displayName, creatorUserId, instanceUrl, instanceEnvType }: Workspace) => ({
  id,
  displayName,
  creatorUserId,
  instanceUrl,
  instanceEnvType,
});
