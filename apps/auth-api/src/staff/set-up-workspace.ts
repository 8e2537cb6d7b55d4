import type { ActorContext } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import { newId } from '../new-id.ts';
import { holdUser } from '../users/hold-user.ts';
import { lockOutOf } from '../users/lock-outs.ts';
import { createProductionWorkspace } from '../workspaces/create-workspace.ts';

/** Makes a production workspace for a person, who may have yet to come, and has them told once that is stored. */
export async function setUpFor(userId: string, context: ActorContext) {
  const { actor, db, services, note } = context;
  const owner = await holdUser(userId, 'SHARE', db);
  if (!owner) throw problem('UserNotFound');
  if (lockOutOf('quarantine', owner, actor.now)) throw problem('UserIsQuarantined');
  const { workspaceId } = await createProductionWorkspace(owner, { isDefault: false }, context, services.settings);
  await addJob(db, 'sendInvitation', { emailId: newId(), workspaceId, inviteeId: owner.id, inviterId: actor.user.id });
  note({ workspaceId, subjectUserId: owner.id });
  return { workspaceId, userId: owner.id };
}
