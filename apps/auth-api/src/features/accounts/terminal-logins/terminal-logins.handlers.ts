import { terminalClientName, type InputOf, type terminalLoginCalls } from '@portal/contract';
import type { TerminalRequest } from '../../../generated/prisma/client.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError, invalidField } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import type { ActorContext, Handlers } from '../../../request/call/types.ts';
import { sessionOf } from '../../../request/stages/authorize.ts';
import { scopeExists } from '../../credentials/new-token-rules.ts';
import { describeNetwork } from '../sessions/describe-client.ts';
import { requestLifetimeMs } from './request-lifetime.ts';

type Grant = Pick<InputOf<typeof terminalLoginCalls.approveDevice>['body'], 'scopes' | 'workspaceIds'>;

const noStaffSession = 'A staff session cannot approve a terminal. Log in without staff rights.';

export const terminalLoginHandlers: Handlers<typeof terminalLoginCalls> = {
  async findDevice({ body: { userCode } }, context) {
    const { clientId, host, ip, createdAt, scopes } = await waitingDeviceForUpdate(userCode, context);
    return {
      client: terminalClientName(clientId) ?? clientId,
      host,
      network: ip === null ? null : describeNetwork(ip),
      ownNetwork: context.request.ip === null ? null : describeNetwork(context.request.ip),
      requestedAt: createdAt.toISOString(),
      scopes,
    };
  },

  approveDevice: {
    async execute({ body: { userCode, ...grant } }, context) {
      const { actor, db } = context;
      checkNoStaff(context);
      const request = await waitingDeviceForUpdate(userCode, context);
      if (!grant.scopes.every((scope) => request.scopes.includes(scope)))
        throw invalidField('body.scopes', 'The device did not ask for this scope.');
      const workspaceIds = await checkedWorkspaces(grant, context);
      await db.terminalRequest.update({
        where: { id: request.id },
        data: { sessionId: sessionOf(actor).id, scopes: grant.scopes, workspaceIds },
      });
      recordApproval({ ...request, scopes: grant.scopes, workspaceIds }, context);
      return {};
    },
  },

  denyDevice: {
    async execute({ body: { userCode } }, context) {
      const { actor, audit, db } = context;
      const { id, clientId, host } = await waitingDeviceForUpdate(userCode, context);
      await db.terminalRequest.update({ where: { id }, data: { deniedAt: actor.now } });
      audit.record({ details: { clientId, host: host === null ? null : personalTo(actor.user.id, host) } });
      return {};
    },
  },

  approveTerminal: {
    async execute({ body }, context) {
      const { actor, db, services } = context;
      checkNoStaff(context);
      checkScopesExist(body, context);
      const workspaceIds = await checkedWorkspaces(body, context);
      const { clientId, host = null, redirectUri, codeChallenge, state, scopes } = body;
      const code = createSecret();
      const request = await db.terminalRequest.create({
        data: {
          id: newId(),
          ...{ clientId, host, redirectUri, codeChallenge, scopes, workspaceIds },
          codeHash: hashSecret(code),
          sessionId: sessionOf(actor).id,
          createdAt: actor.now,
          expiresAt: new Date(actor.now.getTime() + requestLifetimeMs),
        },
      });
      recordApproval(request, context);
      // RFC 6749, section 4.1.2, with the issuer (RFC 9207).
      const query = new URLSearchParams({ code, state, iss: services.settings.TOKEN_ISSUER });
      return { redirectUrl: `${redirectUri}?${query.toString()}` };
    },
    replay: {
      store: () => ({}),
      // A code is valid for a minute, and starting again in the terminal costs the person less than that.
      respond() {
        throw apiError('SecretNoLongerAvailable', {
          message: 'This approval succeeded earlier. If the terminal did not notice, start the login there again.',
        });
      },
    },
  },
};

/** Who can look into every account must not leave a login of it in a file. */
function checkNoStaff({ actor }: ActorContext): void {
  if (sessionOf(actor).isStaff) throw apiError('NotAllowed', { message: noStaffSession });
}

function checkScopesExist({ scopes }: Grant, { services: { settings } }: ActorContext): void {
  if (!scopes.every((scope) => scopeExists(scope, settings)))
    throw invalidField('body.scopes', 'There is no such scope.');
}

/** Locks the device that shows a code and is neither approved nor refused. */
async function waitingDeviceForUpdate(userCode: string, context: ActorContext): Promise<TerminalRequest> {
  const { db } = context;
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM terminal_requests
    WHERE user_code_hash = ${hashSecret(userCode)} AND session_id IS NULL AND denied_at IS NULL AND expires_at > now()
    FOR UPDATE`;
  if (!found) throw apiError('UserCodeNotFound');
  return db.terminalRequest.findUniqueOrThrow({ where: { id: found.id } });
}

/** The chosen workspaces; none for all. */
async function checkedWorkspaces({ workspaceIds }: Grant, { actor, db }: ActorContext): Promise<string[]> {
  const ids = [...new Set(workspaceIds ?? [])];
  const count = await countMemberships(actor.user.id, ids, { db });
  if (count < ids.length) throw invalidField('body.workspaceIds', 'You are not a member of one of these workspaces.');
  return ids;
}

const countMemberships = (userId: string, ids: readonly string[], { db }: DbContext) =>
  db.membership.count({ where: { userId, workspaceId: { in: [...ids] }, workspace: { deletedAt: null } } });

function recordApproval(
  { id, clientId, host, scopes, workspaceIds }: TerminalRequest,
  { actor, audit }: ActorContext,
): void {
  audit.record({
    details: {
      sessionId: id,
      clientId,
      host: host === null ? null : personalTo(actor.user.id, host),
      scopes,
      workspaceIds: workspaceIds.length === 0 ? null : workspaceIds,
    },
  });
}
