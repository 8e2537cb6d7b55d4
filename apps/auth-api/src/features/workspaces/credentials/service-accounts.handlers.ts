import {
  maxServiceAccounts,
  type ServiceAccount as ServiceAccountResponse,
  type serviceAccountCalls,
} from '@portal/contract';
import { apiError } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { changesBetween } from '../../../request/audit/changes-between.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import type { Handlers, MemberContext } from '../../../request/call/types.ts';
import { listServiceAccounts, serviceAccountForUpdate } from '../../credentials/service-accounts.queries.ts';
import { endServiceAccount } from './end-service-account.ts';

/**
 * A change of the service accounts of a workspace locks the workspace, so that two changes run one after the other: a workspace has a
 * maximum of them.
 */
const locks = { changes: ['workspace'] } as const;

export const serviceAccountHandlers: Handlers<typeof serviceAccountCalls> = {
  async listServiceAccounts(_input, { membership: { workspaceId }, actor, db }) {
    const owner = await db.user.findFirst({ where: { memberships: { some: { workspaceId, role: 'OWNER' } } } });
    const serviceAccounts = await listServiceAccounts(workspaceId, db);
    return { serviceAccounts, isPaused: owner !== null && isLocked(owner, actor.now) };
  },

  createServiceAccount: {
    locks,
    async execute({ body: { name, description = null, role } }, context) {
      const { actor, membership, db, audit } = context;
      const { workspaceId } = membership;
      const existing = await db.serviceAccount.count({ where: { workspaceId, deletedAt: null } });
      if (existing >= maxServiceAccounts) throw apiError('TooManyServiceAccounts');
      await checkNameIsFree(name, null, context);
      const id = newId();
      await db.serviceAccount.create({
        data: { id, workspaceId, name, description, role, createdById: actor.user.id, createdAt: actor.now },
      });
      audit.record({ details: { serviceAccountId: id, name: personalTo({ serviceAccountId: id }, name), role } });
      return { serviceAccount: await getServiceAccount(id, context) };
    },
  },

  updateServiceAccount: {
    locks,
    async execute({ params: { serviceAccountId }, body }, context) {
      const { membership, db, audit } = context;
      const before = await serviceAccountForUpdate(serviceAccountId, membership.workspaceId, 'UPDATE', db);
      const changes = changesBetween(before, body);
      if (changes['name'] && body.name !== undefined) await checkNameIsFree(body.name, before.id, context);
      if (Object.keys(changes).length === 0) audit.skip();
      const data = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
      await db.serviceAccount.update({ where: { id: before.id }, data });
      const { role, name, description } = changes;
      const of = { serviceAccountId };
      audit.record({
        details: {
          serviceAccountId,
          name: name ? personalTo(of, name) : personalTo(of, before.name),
          ...(role && { role }),
          ...(description && { description: 'changed' }),
        },
      });
      return { serviceAccount: await getServiceAccount(serviceAccountId, context) };
    },
  },

  deleteServiceAccount: {
    locks,
    async execute({ params: { serviceAccountId } }, { membership: { workspaceId }, db, audit }) {
      audit.record({ details: await endServiceAccount({ serviceAccountId, workspaceId }, db) });
      return {};
    },
  },
};

/** Names are compared without accents and case, as the unique index does. */
async function checkNameIsFree(name: string, ownId: string | null, { membership, db }: MemberContext): Promise<void> {
  const [taken] = await db.$queryRaw<unknown[]>`
    /* service-account-with-name */
    SELECT 1 FROM service_accounts
    WHERE workspace_id = ${membership.workspaceId} AND folded(name) = folded(${name}) AND id IS DISTINCT FROM ${ownId}`;
  if (taken) throw apiError('ServiceAccountNameTaken');
}

async function getServiceAccount(id: string, { membership, db }: MemberContext): Promise<ServiceAccountResponse> {
  const [found] = await listServiceAccounts(membership.workspaceId, db, id);
  if (!found) throw apiError('ServiceAccountNotFound');
  return found;
}
