import type { Workspace } from '@portal/contract';
import type { ReactNode } from 'react';
import { DeleteOrLeaveWorkspace } from './delete-or-leave-workspace.tsx';
import type { MemberRow } from '../shared/member-rows.ts';
import type { ReportChange } from '../shared/report-change.ts';
import { SettingsSection } from '../shared/settings-section.tsx';
import { TransferOwnership } from '../ownership/transfer-ownership.tsx';

interface DangerZoneProps {
  workspace: Workspace;
  members: readonly MemberRow[];
  /** Whether all members are loaded. */
  isComplete: boolean;
  /** Reports what the user changed. */
  onChanged: ReportChange;
}

/** What cannot be undone, or only by others. */
export function DangerZone({ workspace, members, isComplete, onChanged }: DangerZoneProps): ReactNode {
  return (
    <SettingsSection id="danger-zone" title="Danger zone">
      <div className="min-w-0 divide-y divide-line overflow-clip rounded-lg border border-error bg-surface shadow-card">
        {workspace.role === 'OWNER' && <TransferOwnership {...{ workspace, members, onChanged }} />}
        <DeleteOrLeaveWorkspace {...{ workspace, members, isComplete }} />
      </div>
    </SettingsSection>
  );
}
