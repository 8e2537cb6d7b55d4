import type { User, Workspace } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';

export type NamedUser = Pick<User, 'nickname' | 'email'>;

export type NamedActor = NamedUser | { readonly serviceAccountName: string };

export type NamedWorkspace = Pick<Workspace, 'id' | 'displayName'>;

/** Null if one of them no longer exists. */
export async function findWorkspaceAndUser(
  workspaceId: string,
  userId: string,
  { db }: DbContext,
): Promise<{ readonly workspace: Workspace; readonly user: User } | null> {
  const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
  const user = await db.user.findUnique({ where: { id: userId } });
  return workspace && user && { workspace, user };
}

/** The workspace, and who did something in it: a user or a service account. Null if one of them no longer exists. */
export async function findWorkspaceAndActor(
  workspaceId: string,
  actorId: string,
  { db }: DbContext,
): Promise<{ readonly workspace: Workspace; readonly actor: NamedActor } | null> {
  const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
  const user = await db.user.findUnique({ where: { id: actorId } });
  const serviceAccount = user ? null : await db.serviceAccount.findUnique({ where: { id: actorId, workspaceId } });
  const actor = user ?? (serviceAccount && { serviceAccountName: serviceAccount.name });
  return workspace && actor && { workspace, actor };
}
