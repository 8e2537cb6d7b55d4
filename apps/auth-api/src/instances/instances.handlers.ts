import type { instanceCalls } from '@portal/contract';
import { databaseNow } from '../database/clock.ts';
import type { User, Workspace } from '../generated/prisma/client.ts';
import { membershipOf } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import type { Work } from '../http/transaction.ts';
import { hashSecret, makeSecret } from '../keys/secrets.ts';
import { holdMembership } from '../members/hold-membership.ts';
import { newId } from '../new-id.ts';

const codeLifetimeMs = 60_000;
const dayMs = 86_400_000;

export const instanceHandlers: Handlers<typeof instanceCalls> = {
  async goToWorkspace({ query }, { actor, membership: { workspaceId }, db }) {
    const code = makeSecret();
    const [workspace] = await Promise.all([
      db.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
      db.connectCode.create({
        data: {
          codeHash: hashSecret(code),
          workspaceId,
          userId: actor.user.id,
          expiresAt: new Date(actor.now.getTime() + codeLifetimeMs),
        },
      }),
    ]);
    return { redirect: connectUrl(workspace.instanceUrl, { code, workspaceId }, query.redirect) };
  },

  async completeAuthConnect({ body }, { db, sql, services: { tokens, settings } }) {
    const id = newId();
    const now = await databaseNow(db);
    const expiresAt = new Date(now.getTime() + settings.INSTANCE_TOKEN_DAYS * dayMs);
    const { user, workspace } = await redeem(body.code, { db, sql });
    await db.instanceToken.create({ data: { id, workspaceId: workspace.id, userId: user.id, expiresAt } });
    const token = tokens.sign({ kind: 'instance', id, userId: user.id, workspaceId: workspace.id }, expiresAt);
    return { user: presentUser(user), workspace: presentWorkspace(workspace), token };
  },

  async authReconnect(_input, { actor, db }) {
    const { workspaceId } = membershipOf(actor);
    const workspace = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    return { user: presentUser(actor.user), workspace: presentWorkspace(workspace) };
  },
};

/**
 * Asks again whether the person of a code may enter, and takes the code out of the table, which only one of many
 * redeemers can. The workspace is held before the code is taken: whoever ends a workspace ends its codes last.
 */
async function redeem(code: string, { db, sql }: Work): Promise<{ user: User; workspace: Workspace }> {
  const codeHash = hashSecret(code);
  const known = await db.connectCode.findUnique({
    where: { codeHash },
    select: { workspaceId: true, userId: true },
  });
  if (!known || !(await holdMembership(known.workspaceId, known.userId, { sql }))) throw problem('InvalidCode');
  const taken = await db.$executeRaw`DELETE FROM connect_codes WHERE code_hash = ${codeHash} AND expires_at > now()`;
  if (taken === 0) throw problem('InvalidCode');
  const membership = await db.membership.findUnique({
    where: {
      workspaceId_userId: known,
      user: { emailVerified: true },
    },
    select: { user: true, workspace: true },
  });
  if (!membership) throw problem('InvalidCode');
  return membership;
}

/** The stored address of the instance and nothing else; `redirect` only if it is a path there. */
function connectUrl(instanceUrl: string, params: Record<string, string>, redirect: string | undefined): string {
  const query = new URLSearchParams(params);
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
