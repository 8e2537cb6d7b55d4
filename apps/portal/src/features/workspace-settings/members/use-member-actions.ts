import { displayEmail, roleLabels, type Member, type Workspace, type WorkspaceRole } from '@portal/contract';
import { useChangeMemberRoleMutation, useRemoveMemberMutation } from '../../../api/members.api.ts';
import type { RequestError } from '../../../api/http/request-error.ts';
import { useUser } from '../../../api/session.api.ts';
import { useMutationsById } from '../../../api/cache/use-mutations-by-id.ts';
import { requiresNewLogin } from '../../../components/new-login-alert.tsx';
import { useStoredDraft, type DraftSource } from '../../../lib/drafts.ts';
import { useInstanceRefresh } from '../details/instance-refresh.tsx';
import type { ListPosition } from '../details/instance-visit-state.tsx';
import type { ReportChange } from '../shared/report-change.ts';

export interface MemberActionsOptions {
  readonly search: string;
  readonly visibleMembers: readonly Member[];
  readonly onRemoved: (email: string) => void;
  /** Reports what the user changed. */
  readonly onChanged: ReportChange;
}

const roleMessage = ({ email, pending }: Member, role: WorkspaceRole) =>
  pending
    ? `${displayEmail(email)} is now invited as ${roleLabels[role]}`
    : `${displayEmail(email)} is now ${roleLabels[role]}`;

/** Stores the errors while the browser visits the instance. A new login settles those that require one. */
const errorsDraft = ({ errors, restoreErrors }: ReturnType<typeof useMutationsById>): DraftSource => ({
  read: () => {
    const stored = [...errors].filter(([, error]) => !requiresNewLogin(error));
    return stored.length > 0 ? stored : undefined;
  },
  restore: (draft) => {
    if (Array.isArray(draft)) restoreErrors(new Map(draft.filter(isErrorEntry)));
  },
});

const isErrorEntry = (entry: unknown): entry is [string, RequestError] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && isRequestError(entry[1]);

const isRequestError = (stored: unknown): stored is RequestError =>
  typeof stored === 'object' &&
  stored !== null &&
  ['type', 'message', 'requestId'].every((name) => typeof Reflect.get(stored, name) === 'string') &&
  typeof Reflect.get(stored, 'status') === 'number';

/**
 * Changes and removes the members of a workspace. Each successful change refreshes the instance, except for a change of an
 * invitation: an instance knows a user only after their first launch.
 */
export function useMemberActions(workspace: Workspace, options: MemberActionsOptions) {
  const { search, visibleMembers, onRemoved, onChanged } = options;
  const params = { workspaceId: workspace.id };
  const [changeRole] = useChangeMemberRoleMutation();
  const [removeMember] = useRemoveMemberMutation();
  const roleChanges = useMutationsById();
  const removals = useMutationsById();
  const isPending = roleChanges.isAnyPending || removals.isAnyPending;
  const instanceRefresh = useInstanceRefresh(workspace, { section: 'Members', isPending });
  const { id: currentUserId } = useUser();
  useStoredDraft(`${currentUserId}/${workspace.id}/role errors`, errorsDraft(roleChanges));
  useStoredDraft(`${currentUserId}/${workspace.id}/removal errors`, errorsDraft(removals));
  const positionAt = (rowId: string, isChangedRow: boolean): ListPosition => ({
    search,
    rowCount: visibleMembers.length,
    rowId,
    isChangedRow,
  });
  return {
    instanceRefresh,
    roleErrors: roleChanges.errors,
    removalErrors: removals.errors,
    isChangingRole: ({ userId }: Member) => roleChanges.isPending(userId),
    isRemoving: ({ userId }: Member) => removals.isPending(userId),
    setRole: async (member: Member, role: WorkspaceRole, cancelInvitations?: boolean) => {
      const { userId, pending } = member;
      onChanged(undefined);
      const isDone = await roleChanges.run(userId, () =>
        changeRole({ params, body: { userId, role, cancelInvitations } }),
      );
      if (!isDone) return;
      onChanged(roleMessage(member, role));
      if (!pending) instanceRefresh.refresh(positionAt(userId, true));
    },
    remove: async ({ userId, email }: Member, cancelInvitations?: boolean) => {
      const index = visibleMembers.findIndex((member) => member.userId === userId);
      const neighbour = visibleMembers[index + 1] ?? visibleMembers[index - 1];
      onChanged(undefined);
      const isDone = await removals.run(userId, () => removeMember({ params, body: { email, cancelInvitations } }));
      if (!isDone) return;
      onRemoved(email);
      onChanged(`${displayEmail(email)} was removed`);
      instanceRefresh.refresh(neighbour && positionAt(neighbour.userId, false));
    },
  };
}
