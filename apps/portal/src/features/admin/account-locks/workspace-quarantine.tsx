import { maxStaffIdLength, StaffId, type WorkspaceWithOwner, displayEmail } from '@portal/contract';
import { Alert, Card } from '@portal/ui';
import { useState } from 'react';
import { useLazyLookUpWorkspaceOwnerQuery, useQuarantineWorkspaceMutation } from '../../../api/admin.api.ts';
import { SingleFieldForm } from '../components/single-field-form.tsx';
import { workspaceQuarantineAction } from './pending-action.ts';
import { WorkspaceQuarantineDialog } from './workspace-quarantine-dialog.tsx';

export function WorkspaceQuarantine() {
  const [lookUp, lookUpState] = useLazyLookUpWorkspaceOwnerQuery();
  const [change, changeState] = useQuarantineWorkspaceMutation();
  const pending = workspaceQuarantineAction.usePending();
  const [request, setRequest] = useState(pending);
  const [changed, setChanged] = useState<WorkspaceWithOwner>();
  return (
    <Card
      title="Manage workspace quarantine"
      description="A quarantined workspace is closed to its members and API tokens until the quarantine is lifted."
    >
      <div className="form-rows">
        <SingleFieldForm
          label="Workspace ID"
          schema={StaffId}
          maxLength={maxStaffIdLength}
          mono
          error={lookUpState.error ?? changeState.error}
          errorTitle="No changes were made"
          actions={[
            {
              label: 'Quarantine',
              loadingText: 'Looking up...',
              icon: 'shield-alert',
              run: async (workspaceId) => {
                setChanged(undefined);
                changeState.reset();
                const { data: workspace } = await lookUp({ params: { workspaceId } });
                if (!workspace) return false;
                // Otherwise the change would refetch the workspace, which writes another audit entry.
                lookUpState.reset();
                setRequest({ workspace });
                return false;
              },
            },
            {
              label: 'Unquarantine',
              loadingText: 'Unquarantining...',
              confirmClick: true,
              run: async (workspaceId) => {
                setChanged(undefined);
                lookUpState.reset();
                const { data } = await change({ params: { workspaceId }, body: { isQuarantined: false } });
                setChanged(data);
                return data !== undefined;
              },
            },
          ]}
        />
        {changed && <QuarantineResultMessage workspace={changed} />}
      </div>
      {request && <WorkspaceQuarantineDialog {...request} onClose={() => setRequest(undefined)} onDone={setChanged} />}
    </Card>
  );
}

function QuarantineResultMessage({ workspace }: { workspace: WorkspaceWithOwner }) {
  const { displayName, email, quarantinedAt } = workspace;
  return (
    <Alert
      tone="info"
      message={`${displayName}, owned by ${displayEmail(email)}, is ${quarantinedAt === null ? 'no longer' : 'now'} quarantined.`}
    />
  );
}
