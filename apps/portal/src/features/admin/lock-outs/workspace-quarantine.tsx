import { maxStaffIdLength, StaffId, type OwnedWorkspace } from '@portal/contract';
import { Card, ErrorBox } from '@portal/ui';
import { useState } from 'react';
import { useLazyLookUpWorkspaceOwnerQuery, useQuarantineWorkspaceMutation } from '../../../api/staff.api.ts';
import { FieldForm } from '../field-form.tsx';
import { useKeptAct } from './kept-act.ts';
import { WorkspaceQuarantineDialog } from './workspace-quarantine-dialog.tsx';

export function WorkspaceQuarantine() {
  const [lookUp, looking] = useLazyLookUpWorkspaceOwnerQuery();
  const [change, changing] = useQuarantineWorkspaceMutation();
  const kept = useKeptAct('workspaceQuarantine');
  const [asking, setAsking] = useState(kept);
  const [changed, setChanged] = useState<OwnedWorkspace>();
  return (
    <Card
      title="Manage workspace quarantine"
      description="A quarantined workspace is closed to its members and its tokens until it is opened again."
    >
      <div className="grid gap-3">
        <FieldForm
          label="Workspace ID"
          schema={StaffId}
          maxLength={maxStaffIdLength}
          mono
          error={looking.error ?? changing.error}
          failureTitle="Nothing was changed"
          acts={[
            {
              label: 'Quarantine',
              loadingText: 'Looking up...',
              icon: 'shield-alert',
              act: async (workspaceId) => {
                setChanged(undefined);
                changing.reset();
                const { data: workspace } = await lookUp({ params: { workspaceId } });
                if (!workspace) return false;
                // Else the change would look again, and the audit log would tell so.
                looking.reset();
                setAsking({ workspace });
                return false;
              },
            },
            {
              label: 'Unquarantine',
              loadingText: 'Unquarantining...',
              confirmClick: true,
              act: async (workspaceId) => {
                setChanged(undefined);
                looking.reset();
                const { data } = await change({ params: { workspaceId }, body: { isQuarantined: false } });
                setChanged(data);
                return data !== undefined;
              },
            },
          ]}
        />
        {changed && <Told workspace={changed} />}
      </div>
      {asking && <WorkspaceQuarantineDialog {...asking} onClose={() => setAsking(undefined)} onDone={setChanged} />}
    </Card>
  );
}

function Told({ workspace: { displayName, email, quarantinedAt } }: { workspace: OwnedWorkspace }) {
  return (
    <ErrorBox
      tone="info"
      message={`${displayName} of ${email} is ${quarantinedAt === null ? 'no longer' : 'now'} quarantined.`}
    />
  );
}
