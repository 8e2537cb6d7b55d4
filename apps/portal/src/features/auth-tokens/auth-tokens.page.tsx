import { Card, IconButton, LongTitle, PageTitle, SkeletonText } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { useAuthTokens } from '../../api/auth-tokens.api.ts';
import { useGetWorkspaceQuery } from '../../api/workspaces.api.ts';
import { paths } from '../../navigation/paths.ts';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { ReturnToWorkspaces } from '../../navigation/return-to-workspaces.tsx';
import { isGone, WorkspaceFailureBox } from '../../requests/workspace-failure-box.tsx';
import { CreateToken } from './create-token.tsx';
import { TokenTables } from './token-tables.tsx';

export function Component() {
  const { workspaceId = '' } = useParams();
  return <ApiTokens key={workspaceId} workspaceId={workspaceId} />;
}

function ApiTokens({ workspaceId }: { workspaceId: string }) {
  const params = { workspaceId };
  const workspace = useGetWorkspaceQuery({ params });
  const tokens = useAuthTokens(workspaceId);
  // A workspace that is gone has no next page.
  const error = workspace.error ?? tokens.error ?? (isGone(tokens.nextPageError) ? tokens.nextPageError : undefined);
  const gone = isGone(error);
  usePageSubject(workspace.data?.displayName);
  const retry = () => {
    void workspace.refetch();
    tokens.refetch();
  };
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<LongTitle>{workspace.data ? `${workspace.data.displayName} > API Tokens` : 'API Tokens'}</LongTitle>}
        subtitle="Tokens let programs act on this workspace in your name."
        breadcrumb={<ReturnToWorkspaces />}
        actions={
          <IconButton
            icon="settings"
            label="Workspace settings"
            tooltip
            variant="secondary"
            render={<Link to={paths.workspaceSettings(workspaceId)}>Settings</Link>}
          />
        }
      />
      <WorkspaceFailureBox
        workspaceId={workspaceId}
        error={error}
        title="The tokens could not be loaded"
        onRetry={retry}
      />
      {!gone && (workspace.data ?? !error) && (
        <CreateToken workspaceId={workspaceId} longestDays={tokens.longestDays} />
      )}
      {!gone && workspace.data && tokens.rows && (
        <TokenTables workspace={workspace.data} list={tokens} tokens={tokens.rows} />
      )}
      {!(workspace.data && tokens.rows) && !error && (
        <Card title="Active Tokens">
          <SkeletonText lines={4} />
        </Card>
      )}
    </div>
  );
}
