import { maxStaffIdLength, StaffId, type WorkspaceWithOwner, displayEmail } from '@portal/contract';
import { Alert, Card } from '@portal/ui';
import { useState } from 'react';
import {
  useLazyLookUpWorkspaceOwnerQuery,
  useListQuarantinedWorkspacesInfiniteQuery,
  useQuarantineWorkspaceMutation,
} from '../../../api/admin.api.ts';
import { useMutationsById } from '../../../api/cache/use-mutations-by-id.ts';
import { ErrorAlertsById } from '../../../components/error-alert.tsx';
import { SingleFieldForm } from '../components/single-field-form.tsx';
import { workspaceQuarantineAction } from './pending-action.ts';
import { QuarantinedWorkspacesTable } from './quarantined-workspaces-table.tsx';
import { WorkspaceQuarantineDialog } from './workspace-quarantine-dialog.tsx';

export function WorkspaceQuarantine() {
  const query = useListQuarantinedWorkspacesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = query.data?.pages.flatMap(({ workspaces }) => workspaces);
  const [lookUp, lookUpState] = useLazyLookUpWorkspaceOwnerQuery();
  const [change, changeState] = useQuarantineWorkspaceMutation();
  const [lift] = useQuarantineWorkspaceMutation();
  const unlocks = useMutationsById();
  const pending = workspaceQuarantineAction.usePending();
  const [request, setRequest] = useState(pending);
  const [changed, setChanged] = useState<WorkspaceWithOwner>();
  const clearResults = () => {
    setChanged(undefined);
    lookUpState.reset();
    changeState.reset();
    unlocks.clearErrors();
  };
  const unlock = ({ workspaceId }: WorkspaceWithOwner) => {
    clearResults();
    return unlocks.run(workspaceId, async () => {
      const result = await lift({ params: { workspaceId }, body: { isQuarantined: false } });
      setChanged(result.data);
      return result;
    });
  };
  const nameOf = (id: string) => rows?.find(({ workspaceId }) => workspaceId === id)?.displayName ?? id;
  return (
    <>
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
                  clearResults();
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
                  clearResults();
                  const { data } = await change({ params: { workspaceId }, body: { isQuarantined: false } });
                  setChanged(data);
                  return data !== undefined;
                },
              },
            ]}
          />
          {changed && <QuarantineResultMessage workspace={changed} />}
          <ErrorAlertsById errors={unlocks.errors} title={(id) => `No changes were made for ${nameOf(id)}`} />
        </div>
      </Card>
      <QuarantinedWorkspacesTable rows={rows} query={query} onUnlock={unlock} isUnlocking={unlocks.isPending} />
      {request && <WorkspaceQuarantineDialog {...request} onClose={() => setRequest(undefined)} onDone={setChanged} />}
    </>
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
