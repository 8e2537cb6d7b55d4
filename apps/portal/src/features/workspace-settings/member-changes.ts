import type { Member, Workspace, WorkspaceRole } from '@portal/contract';
import { useChangeMemberRoleMutation, useRemoveMemberMutation } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useDraft, type DraftSource } from '../../forms/drafts.ts';
import type { Failure } from '../../http/failure.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import type { ListSeen } from './place-left.tsx';
import { useRefreshInstance } from './refresh-instance.ts';

export interface MembersSeen {
  readonly search: string;
  readonly shown: readonly Member[];
  readonly onRemoved: (email: string) => void;
}

const failuresDraft = ({ failures, restoreFailures }: ReturnType<typeof useChangesById>): DraftSource => ({
  read: () => (failures.size > 0 ? [...failures] : undefined),
  restore: (draft) => {
    if (Array.isArray(draft)) restoreFailures(new Map(draft.filter(isFailureOfId)));
  },
});

const isFailureOfId = (entry: unknown): entry is [string, Failure] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && isFailure(entry[1]);

const isFailure = (stored: unknown): stored is Failure =>
  typeof stored === 'object' &&
  stored !== null &&
  ['type', 'message', 'requestId'].every((name) => typeof Reflect.get(stored, name) === 'string') &&
  typeof Reflect.get(stored, 'status') === 'number';

/**
 * What can be done to the members of a workspace. Its instance learns of each change that succeeded, except those of
 * pending members: an instance knows a user only from their first launch on.
 */
export function useMemberChanges(workspace: Workspace, { search, shown, onRemoved }: MembersSeen) {
  const params = { workspaceId: workspace.id };
  const [changeRole] = useChangeMemberRoleMutation();
  const [removeMember] = useRemoveMemberMutation();
  const roles = useChangesById();
  const removals = useChangesById();
  const isBusy = roles.isAnyBusy || removals.isAnyBusy;
  const instance = useRefreshInstance(workspace, { place: 'Members', isBusy });
  // Why another change failed is still there after the trip that one which succeeded causes.
  const { id: userId } = useUser();
  useDraft(`${userId}/${workspace.id}/role failures`, failuresDraft(roles));
  useDraft(`${userId}/${workspace.id}/removal failures`, failuresDraft(removals));
  const seenAt = (rowId: string, isSame: boolean): ListSeen => ({ search, drawn: shown.length, rowId, isSame });
  return {
    instance,
    roleFailures: roles.failures,
    removalFailures: removals.failures,
    isChangingRole: ({ userId }: Member) => roles.isBusy(userId),
    isRemoving: ({ userId }: Member) => removals.isBusy(userId),
    setRole: async ({ userId, pending }: Member, role: WorkspaceRole) => {
      const done = await roles.run(userId, () => changeRole({ params, body: { userId, role } }));
      if (done && !pending) instance.refresh(seenAt(userId, true));
    },
    remove: async ({ userId, email, pending }: Member) => {
      const at = shown.findIndex((member) => member.userId === userId);
      const beside = shown[at + 1] ?? shown[at - 1];
      const done = await removals.run(userId, () => removeMember({ params, body: { email } }));
      if (done) onRemoved(email);
      if (done && !pending) instance.refresh(beside && seenAt(beside.userId, false));
    },
  };
}
