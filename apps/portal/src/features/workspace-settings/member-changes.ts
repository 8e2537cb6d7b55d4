import type { Member, Workspace, WorkspaceRole } from '@portal/contract';
import { useChangeMemberRoleMutation, useRemoveMemberMutation } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useDraft } from '../../forms/drafts.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';
import type { ListSeen } from './place-left.tsx';
import { useRefreshInstance } from './refresh-instance.ts';

export interface MembersSeen {
  readonly search: string;
  readonly shown: readonly Member[];
}

/** What can be done to the members of a workspace; its instance learns of whatever succeeded. */
export function useMemberChanges(workspace: Workspace, { search, shown }: MembersSeen) {
  const params = { workspaceId: workspace.id };
  const [changeRole] = useChangeMemberRoleMutation();
  const [removeMember] = useRemoveMemberMutation();
  const roles = useChangesById();
  const removals = useChangesById();
  const isBusy = roles.isAnyBusy || removals.isAnyBusy;
  const instance = useRefreshInstance(workspace, { place: 'Members', isBusy });
  // Why another change failed is still there after the trip that one which succeeded causes.
  useDraft(`${useUser().id}/${workspace.id}/role failures`, roles.draft);
  useDraft(`${useUser().id}/${workspace.id}/removal failures`, removals.draft);
  const seenAt = (rowId: string, isSame: boolean): ListSeen => ({ search, drawn: shown.length, rowId, isSame });
  return {
    instance,
    roleFailures: roles.failures,
    removalFailures: removals.failures,
    isChangingRole: ({ userId }: Member) => roles.isBusy(userId),
    isRemoving: ({ userId }: Member) => removals.isBusy(userId),
    setRole: async ({ userId }: Member, role: WorkspaceRole) => {
      const done = await roles.run(userId, () => changeRole({ params, body: { userId, role } }));
      if (done) instance.refresh(seenAt(userId, true));
    },
    remove: async ({ userId, email }: Member) => {
      const at = shown.findIndex((member) => member.userId === userId);
      const beside = shown[at + 1] ?? shown[at - 1];
      const done = await removals.run(userId, () => removeMember({ params, body: { email } }));
      if (done) instance.refresh(beside && seenAt(beside.userId, false));
    },
  };
}
