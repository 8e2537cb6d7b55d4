import type { WorkspaceForStaff as Workspace } from '@portal/contract';
import { Button, CopyableText, InitialsTile, useKeptFocus } from '@portal/ui';
import { useState } from 'react';
import { useKeptAct } from '../lock-outs/kept-act.ts';
import type { WorkspaceQuarantineWish } from '../lock-outs/lock-outs.ts';
import { SubjectTabs, SubjectTitle } from '../subject-page.tsx';
import { WorkspaceAccess } from './workspace-access.tsx';
import { WorkspaceBadges } from '../workspace-badges.tsx';
import { WorkspaceFacts } from './workspace-facts.tsx';
import { WorkspaceAuditTrail, WorkspaceMembers, WorkspaceTokens } from './workspace-lists.tsx';
import { WorkspaceQuarantineDialog } from '../lock-outs/workspace-quarantine-dialog.tsx';

/** All that support asks for about one workspace, and what can be done about it. */
export function WorkspaceForStaff({ workspace }: { workspace: Workspace }) {
  const kept = useKeptAct('workspaceQuarantine');
  const [asking, setAsking] = useState<Pick<WorkspaceQuarantineWish, 'given'> | undefined>(kept);
  const { workspaceId, displayName, counts } = workspace;
  useKeptFocus(`${workspace.quarantinedAt}, ${workspace.deletedAt}`);
  return (
    <div className="grid grid-cols-1 gap-6">
      <SubjectTitle
        picture={<InitialsTile id={workspaceId} name={displayName} size={56} />}
        name={displayName}
        badges={<WorkspaceBadges {...workspace} />}
        knownAs={
          <>
            <CopyableText text={workspace.instanceUrl} label="Copy instance address" />
            <CopyableText text={workspaceId} label="Copy workspace ID" />
          </>
        }
        actions={
          workspace.quarantinedAt === null && (
            <Button icon="shield-alert" onClick={() => setAsking({})}>
              Quarantine...
            </Button>
          )
        }
      />
      <WorkspaceAccess workspace={workspace} onChangeQuarantine={() => setAsking({})} />
      <WorkspaceFacts workspace={workspace} />
      <SubjectTabs
        label={`More about ${displayName}`}
        tabs={[
          {
            value: 'members',
            label: `Members (${counts.members})`,
            content: <WorkspaceMembers workspaceId={workspaceId} />,
          },
          {
            value: 'tokens',
            label: `API tokens (${counts.authTokens})`,
            content: <WorkspaceTokens workspaceId={workspaceId} />,
          },
          { value: 'audit', label: 'Audit trail', content: <WorkspaceAuditTrail workspaceId={workspaceId} /> },
        ]}
      />
      {asking && (
        <WorkspaceQuarantineDialog
          workspace={workspace}
          given={asking.given}
          onClose={() => setAsking(undefined)}
          onDone={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
