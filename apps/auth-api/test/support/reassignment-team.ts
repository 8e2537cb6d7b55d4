import { OwnershipOfferResult, OwnershipReassignmentResult, WorkspaceForStaff } from '@portal/contract';
import type { Prisma, User } from '../../src/generated/prisma/client.ts';
import { completeReassignment } from '../../src/features/workspaces/ownership/reassignment.tasks.ts';
import type { Credentials, TestApi } from './api.ts';
import { addMember, logIn, makeUser, makeWorkspace, type Staff } from './builders.ts';
import { emailsTo, waitForEmails, type Inbox } from './inbox.ts';

interface Stack {
  readonly api: TestApi;
  readonly mail: Inbox;
  readonly staff: Staff;
}

/** A workspace with an owner and a member whom staff make the owner. */
export async function makeReassignmentTeam({ api, mail, staff }: Stack, ofOwner: Partial<Prisma.UserCreateInput> = {}) {
  const [owner, successor] = [await makeUser(api, ofOwner), await makeUser(api, { nickname: 'Eve' })];
  const workspace = await makeWorkspace(api, owner, { displayName: 'Acme evil.com' });
  await addMember(api, workspace, successor, 'EDITOR');
  const path = `/staff/workspaces/${workspace.id}/owner`;
  const request = (userId = successor.id, credentials = staff.credentials) =>
    api.send('POST', path, credentials).send({ userId, reason: 'Has left the company' });
  return {
    owner,
    successor,
    workspace,
    path,
    request,
    get: async () => {
      const response = await api.send('GET', `/staff/workspaces/${workspace.id}`, staff.credentials);
      return WorkspaceForStaff.parse(response.body).reassignment;
    },
    getLast: async () => {
      const response = await api.send('GET', `/staff/workspaces/${workspace.id}`, staff.credentials);
      return WorkspaceForStaff.parse(response.body).lastReassignment;
    },
    getAs: async (user: User) => {
      const response = await api.send('GET', `/workspaces/${workspace.id}/ownership-offer`, await logIn(api, user));
      return OwnershipOfferResult.parse(response.body).reassignment;
    },
    confirm: async (credentials: Credentials, reassignmentId?: string) => {
      const where = { workspaceId: workspace.id, closedAt: null };
      const id = reassignmentId ?? (await api.db.ownershipReassignment.findFirstOrThrow({ where })).id;
      return api.send('POST', `${path}/confirm`, credentials).send({ reassignmentId: id });
    },
    cancel: () => api.send('DELETE', path, staff.credentials),
    /** The id of a new pending change whose owner has been notified. */
    requestNotified: async () => {
      const { reassignment } = OwnershipReassignmentResult.parse((await request()).body);
      await emailsTo(mail, owner, 1);
      await waitForEmails(api);
      return reassignment.id;
    },
    objectionPath: async () => {
      const [message] = await emailsTo(mail, owner, 1);
      return /http:\/\/localhost:9001(\/ownership\/objection\?token=[\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
    },
    ownerId: async () =>
      (await api.db.membership.findFirst({ where: { workspaceId: workspace.id, role: 'OWNER' } }))?.userId,
  };
}

/** Makes the time to object end now. */
export const endObjectionPeriod = ({ db }: TestApi, id: string) =>
  db.ownershipReassignment.update({ where: { id }, data: { effectiveAt: new Date(Date.now() - 1_000) } });

/** Makes the time to object end now, and runs the job that changes the owner then. */
export async function completeNow(api: TestApi, id: string): Promise<void> {
  await endObjectionPeriod(api, id);
  await completeReassignment({ reassignmentId: id }, api.services);
}
