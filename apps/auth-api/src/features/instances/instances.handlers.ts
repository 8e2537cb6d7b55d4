import { dayMs, type InputOf, type instanceCalls, type WorkspaceRole } from '@portal/contract';
import type { ConnectCode, User, Workspace } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { recordInstanceContact, recordWorkspaceActivity } from '../../request/account/record-workspace-activity.ts';
import { membershipForUpdate, sessionForUpdate } from '../../request/account/row-locks.ts';
import { createSecret, hashSecret } from '../../request/auth/secrets.ts';
import type { Services } from '../../request/call/services.ts';
import type { Handlers, MemberContext } from '../../request/call/types.ts';
import { rejectIfOverloaded } from '../../request/stages/load-shedding.ts';
import { instanceCredentialOf, membershipOf } from '../../request/stages/authorize.ts';

type LaunchQuery = InputOf<typeof instanceCalls.goToWorkspace>['query'];
type ConnectBody = InputOf<typeof instanceCalls.completeAuthConnect>['body'];
type Launch = Pick<ConnectCode, 'codeHash' | 'workspaceId' | 'userId' | 'sessionId' | 'instanceUrl'>;

const codeLifetimeMs = 60_000;

export const instanceHandlers: Handlers<typeof instanceCalls> = {
  async goToWorkspace({ query }, context) {
    const { actor, membership, db, needsConfirmation, services } = context;
    const { workspaceId } = membership;
    const workspace = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    const isContinuation = await consumeContinuationCode(query.code, workspace, context);
    const mustConfirm = needsConfirmation || query.confirm === '1';
    if (mustConfirm && !isContinuation) return confirmLaunch(workspace, query, services.settings);
    const code = createSecret();
    const { state } = query;
    const isInserted = await insertCode(
      {
        codeHash: hashSecret(code),
        stateHash: state === undefined ? null : hashSecret(state),
        workspaceId,
        userId: actor.user.id,
        sessionId: actor.credential.id,
        instanceUrl: workspace.instanceUrl,
        expiresAt: new Date(actor.now.getTime() + codeLifetimeMs),
      },
      context,
    );
    if (!isInserted) throw apiError('NotSignedIn');
    recordWorkspaceActivity(workspaceId, actor.now, services);
    return { redirect: connectUrl(workspace.instanceUrl, { code, workspaceId }, query) };
  },

  async completeAuthConnect({ body }, { db, services }) {
    // No rate limit counts these requests, so this keeps a flood of them from delaying everyone else.
    rejectIfOverloaded(services);
    const launch = await findLaunch(body, db);
    const { now, entry } = await inTransaction(services, (transaction) => redeem(launch, transaction, services));
    recordInstanceContact(launch.workspaceId, now, services);
    return entry;
  },

  async authReconnect(_input, { actor, db, services }) {
    const { workspaceId } = membershipOf(actor);
    const { sessionId } = instanceCredentialOf(actor);
    const revision = await findRevision(workspaceId, { db });
    const membership = await db.membership.findUnique({
      where: { workspaceId_userId: { workspaceId, userId: actor.user.id } },
      select: { role: true, workspace: true },
    });
    if (!membership) throw apiError('InvalidToken');
    const { role, workspace } = membership;
    recordInstanceContact(workspaceId, actor.now, services);
    return { user: toInstanceUser(actor.user), workspace: toInstanceWorkspace(workspace), role, sessionId, revision };
  },
};

/**
 * Returns the launch of a code and its state. A state that differs from the one of `/go` shows that another browser has the
 * code, so the code is deleted. This happens outside any transaction, so the error does not undo it.
 */
async function findLaunch({ code, state }: ConnectBody, db: DbContext['db']): Promise<Launch> {
  const codeHash = hashSecret(code);
  const found = await db.connectCode.findUnique({
    where: { codeHash },
    select: { codeHash: true, workspaceId: true, userId: true, sessionId: true, instanceUrl: true, stateHash: true },
  });
  if (!found) throw apiError('InvalidCode');
  if (found.stateHash !== (state === undefined ? null : hashSecret(state))) {
    await db.connectCode.deleteMany({ where: { codeHash } });
    throw apiError('InvalidCode');
  }
  return found;
}

/** Call it before reading the state of the workspace, which is then at least as new: an event that changed it since has a higher revision. */
async function findRevision(workspaceId: string, { db }: DbContext): Promise<number> {
  const row = await db.workspaceRevision.findUnique({ where: { workspaceId } });
  return row?.revision ?? 0;
}

/** Uses up the code and creates the instance's token, in one transaction. */
async function redeem(launch: Launch, context: DbContext, { tokens, settings }: Services) {
  const id = newId();
  const now = await databaseNow(context.db);
  const expiresAt = new Date(now.getTime() + settings.INSTANCE_TOKEN_TTL_DAYS * dayMs);
  const revision = await findRevision(launch.workspaceId, context);
  const { user, workspace, role } = await consumeCode(launch, now, context);
  const { sessionId } = launch;
  const ids = { id, workspaceId: workspace.id, userId: user.id, sessionId };
  await context.db.instanceToken.create({ data: { ...ids, expiresAt } });
  const token = await tokens.signInstanceToken(ids, { issuedAt: now, expiresAt });
  const entry = {
    user: toInstanceUser(user),
    workspace: toInstanceWorkspace(workspace),
    role,
    sessionId,
    revision,
    token,
  };
  return { now, entry };
}

/**
 * Checks again that the user of a code may enter the workspace, at the instance that the code was for, and deletes the code, which only
 * one of several concurrent requests can. It locks workspace and session before the code, because the end of either deletes its codes last.
 */
async function consumeCode(
  { codeHash, workspaceId, userId, sessionId, instanceUrl }: Launch,
  now: Date,
  { db }: DbContext,
): Promise<{ user: User; workspace: Workspace; role: WorkspaceRole }> {
  if (!(await membershipForUpdate(workspaceId, userId, { db }))) throw apiError('InvalidCode');
  if (!(await sessionForUpdate(sessionId, db))) throw apiError('InvalidCode');
  const { count } = await db.connectCode.deleteMany({ where: { codeHash, expiresAt: { gt: now } } });
  if (count === 0) throw apiError('InvalidCode');
  const membership = await db.membership.findUnique({
    where: {
      workspaceId_userId: { workspaceId, userId },
      user: { emailVerified: true },
    },
    select: { user: true, workspace: true, role: true },
  });
  if (!membership) throw apiError('InvalidCode');
  if (instanceUrl !== membership.workspace.instanceUrl) throw apiError('InvalidCode');
  return membership;
}

/**
 * Uses up a code that the instance received without a state. It proves that this user opened the workspace within the last
 * minute, and that the instance sends the browser back for a code with a state.
 */
async function consumeContinuationCode(
  code: string | undefined,
  { id: workspaceId, instanceUrl }: Workspace,
  { actor, db }: MemberContext,
): Promise<boolean> {
  if (code === undefined) return false;
  const { count } = await db.connectCode.deleteMany({
    where: {
      codeHash: hashSecret(code),
      stateHash: null,
      expiresAt: { gt: actor.now },
      workspaceId,
      userId: actor.user.id,
      instanceUrl,
    },
  });
  return count === 1;
}

/** Asks first, because a link on any site can lead here, and the user may not want to log in to the instance. */
function confirmLaunch(
  { id, displayName, instanceUrl }: Workspace,
  { redirect, state }: LaunchQuery,
  settings: Settings,
) {
  const query = new URLSearchParams({
    ...(redirect !== undefined && { redirect }),
    ...(state !== undefined && { state }),
  });
  const go = `${settings.AUTH_API_URL}/workspaces/${id}/go`;
  return {
    page: {
      title: `Open ${displayName}?`,
      text: `This link opens the workspace and logs you in at ${new URL(instanceUrl).host}. Continue only if you expected this.`,
      action: { label: 'Open workspace', href: query.size === 0 ? go : `${go}?${query.toString()}` },
    },
  };
}

/** The URL of the stored instance, and no other. `redirect` is passed on only if it is a path there. */
function connectUrl(instanceUrl: string, params: Record<string, string>, { redirect, state }: LaunchQuery): string {
  const query = new URLSearchParams({ ...params, ...(state !== undefined && { state }) });
  if (redirect !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect)) query.set('redirect', redirect);
  return `${instanceUrl.replace(/\/+$/, '')}/auth-connect?${query.toString()}`;
}

const toInstanceUser = ({ id, nickname, email, firstName, lastName, pictureUrl }: User) => ({
  id,
  nickname,
  email,
  firstName,
  lastName,
  pictureUrl,
});

const toInstanceWorkspace = ({
  id,
  displayName,
  creatorUserId,
  instanceUrl,
  instanceEnvType,
  approvalsEnabled,
}: Workspace) => ({ id, displayName, creatorUserId, instanceUrl, instanceEnvType, approvalsEnabled });

/** Inserts a code of a session. Returns false if the session ends at the same time: without it the code could not be revoked. */
export async function insertCode(
  { codeHash, stateHash, workspaceId, userId, sessionId, instanceUrl, expiresAt }: ConnectCode,
  { db }: DbContext,
): Promise<boolean> {
  const inserted = await db.$executeRaw`
    INSERT INTO connect_codes (code_hash, state_hash, workspace_id, user_id, session_id, instance_url, expires_at)
    SELECT ${codeHash}, ${stateHash}, ${workspaceId}, ${userId}, id, ${instanceUrl}, ${expiresAt.toISOString()}::timestamptz
    FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`;
  return inserted === 1;
}
