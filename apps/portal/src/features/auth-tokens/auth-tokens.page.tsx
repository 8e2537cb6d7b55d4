import { Card, IconButton, PageTitle, Skeleton, TruncatedTitle } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { useAuthTokens } from '../../api/auth-tokens.api.ts';
import { useGetWorkspaceQuery } from '../../api/workspace-details.api.ts';
import { ReturnToWorkspaces } from '../../components/return-to-workspaces.tsx';
import { SettingsNavSkeleton, TokensSettingsNav } from '../../components/settings-nav/settings-nav.tsx';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from '../../components/workspace-error-alert.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { ClockNotice } from './clock-notice.tsx';
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
  // If the workspace was deleted while the pages loaded, only the error of the next page shows it.
  const error =
    workspace.error ?? tokens.error ?? (isWorkspaceNotFound(tokens.nextPageError) ? tokens.nextPageError : undefined);
  const isNotFound = isWorkspaceNotFound(error);
  useDocumentTitle(workspace.data?.displayName);
  const retry = () => {
    void workspace.refetch();
    tokens.refetch();
  };
  return (
    <div className="grid gap-6">
      <PageTitle
        title={
          <TruncatedTitle>
            {workspace.data ? `${workspace.data.displayName} > API Tokens` : 'API Tokens'}
          </TruncatedTitle>
        }
        subtitle="Tokens let programs act on this workspace on your behalf."
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
      <WorkspaceErrorAlert
        workspaceId={workspaceId}
        error={error}
        title="The tokens could not be loaded"
        onRetry={retry}
      />
      {!isNotFound && (workspace.data ?? !error) && (
        <div className="settings-layout">
          {workspace.data ? <TokensSettingsNav workspace={workspace.data} /> : <SettingsNavSkeleton />}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            <ClockNotice />
            <CreateToken workspaceId={workspaceId} maxDays={tokens.longestDays} />
            {workspace.data && tokens.rows && (
              <TokenTables workspace={workspace.data} list={tokens} tokens={tokens.rows} />
            )}
            {!(workspace.data && tokens.rows) && !error && (
              <>
                <Card title="Active Tokens">
                  <Skeleton className="h-47" />
                </Card>
                <Card title="Inactive Tokens">
                  <Skeleton className="h-24" />
                </Card>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
