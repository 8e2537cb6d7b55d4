import type { Workspace } from '@portal/contract';
import { FloatingNotice } from '@portal/ui';
import { useParams } from 'react-router';
import { usePageWorkspace, WorkspacePage } from '../../../components/workspace-page.tsx';
import { FailedVisitNotice } from '../details/instance-refresh.tsx';
import { VisitOutcomeContext } from '../details/instance-visit-state.tsx';
import { useVisitOutcome } from '../details/use-visit-outcome.ts';
import { useLastChange } from '../shared/use-last-change.ts';
import { MembersSkeleton } from './members-skeleton.tsx';
import { Members, membersHint } from './members.tsx';
import { useMemberRows } from './use-member-rows.ts';

export function Component() {
  const { workspaceId = '' } = useParams();
  return <MembersPage key={workspaceId} workspaceId={workspaceId} />;
}

/** The section of the settings with the members, at an address of its own. */
function MembersPage({ workspaceId }: { workspaceId: string }) {
  const { workspace, error, refetch } = usePageWorkspace(workspaceId);
  const outcome = useVisitOutcome(workspaceId);
  return (
    <VisitOutcomeContext value={outcome}>
      <WorkspacePage
        {...{ workspaceId, workspace, error }}
        onRetry={refetch}
        name="Members"
        subtitle={['Who can open this workspace, and who is invited.', workspace && membersHint(workspace)]
          .filter(Boolean)
          .join(' ')}
      >
        {workspace ? <Content workspace={workspace} /> : <MembersSkeleton />}
      </WorkspacePage>
    </VisitOutcomeContext>
  );
}

function Content({ workspace }: { workspace: Workspace }) {
  const list = useMemberRows(workspace);
  const { change, onChanged, clearChange } = useLastChange(workspace.id);
  return (
    <>
      <FailedVisitNotice workspace={workspace} />
      <Members {...{ workspace, list, onChanged }} isPage />
      <FloatingNotice label="Last change" icon="check-circle" notice={change} onClose={clearChange} />
    </>
  );
}
