import { defaultWorkspaceOf, type Workspace } from '@portal/contract';
import { ErrorBox } from '@portal/ui';
import type { EndTold } from '../../navigation/ended-workspace.ts';

/** Where a login leads now that the default workspace is gone, and how to have it lead elsewhere, where it can. */
function afterDefault(left: readonly Workspace[], listed: readonly Workspace[]): string {
  const next = defaultWorkspaceOf(left);
  const leads = `A login now leads ${next ? `to ${next.displayName}${next.isHidden ? ' (hidden)' : ''}` : 'here'}.`;
  const hasOther = listed.some(({ id }) => id !== next?.id);
  return hasOther ? `${leads} To choose another, use “Make default” in a workspace’s menu.` : leads;
}

export interface EndNoticeProps {
  ended: EndTold;
  /** All workspaces that are left, once they are known. */
  all: readonly Workspace[] | undefined;
  listed: readonly Workspace[];
}

/** What became of a workspace that somebody just deleted or left. */
export function EndNotice({ ended, all, listed }: EndNoticeProps) {
  const lacksDefault = all && ended.wasDefault && !all.some(({ isDefault }) => isDefault);
  return <ErrorBox tone="info" message={lacksDefault ? `${ended.ended} ${afterDefault(all, listed)}` : ended.ended} />;
}
