import { Button } from '@portal/ui';
import { useRestoreWorkspaceMutation } from '../../api/staff.api.ts';

/** The way back for a deleted workspace, and why it failed. */
export function useRestore(workspaceId: string) {
  const [restore, { error, isLoading }] = useRestoreWorkspaceMutation();
  const button = (
    <Button
      size="sm"
      icon="refresh"
      confirmClick
      loading={isLoading}
      loadingText="Restoring..."
      onClick={() => void restore({ params: { workspaceId } })}
    >
      Restore Workspace
    </Button>
  );
  return { button, error };
}
