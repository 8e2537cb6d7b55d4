import { Alert, Card, findRow, IconButton, PageTitle, Skeleton, toFocusable, TruncatedTitle } from '@portal/ui';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAuthTokens } from '../../api/auth-tokens.api.ts';
import { canSeeServiceAccounts } from '../../api/service-accounts.api.ts';
import { useGetWorkspaceQuery } from '../../api/workspace-details.api.ts';
import { ReturnToWorkspaces } from '../../components/return-to-workspaces.tsx';
import { SettingsNavSkeleton, TokensSettingsNav } from '../../components/settings-nav/settings-nav.tsx';
import { useLinkedRow } from '../../components/use-linked-row.ts';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from '../../components/workspace-error-alert.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { ClockNotice } from './clock-notice.tsx';
import { CreateToken, findCreateButton } from './create-token.tsx';
import { TokenSecretDialog, type NewSecret, type TokenSecretDialogProps } from './token-secret-dialog.tsx';
import { TokenTables } from './token-tables.tsx';

const ServiceAccounts = lazy(() => import('./service-accounts/service-accounts.tsx'));
const TokenPolicyForm = lazy(() => import('./token-policy-form.tsx'));

export function Component() {
  const { workspaceId = '' } = useParams();
  return <ApiTokens key={workspaceId} workspaceId={workspaceId} />;
}

/** Most users own their workspaces, so the space of what the owner manages is reserved. */
const SectionsSkeleton = () => (
  <>
    <Card title="Service accounts">
      <Skeleton className="h-59.5" />
    </Card>
    <Card title="Token policy">
      <Skeleton className="h-56.5" />
    </Card>
  </>
);

/** The tokens whose secrets are shown, one after the other. */
interface Secrets extends Pick<TokenSecretDialogProps, 'finalFocus'> {
  readonly created: readonly NewSecret[];
}

function ApiTokens({ workspaceId }: { workspaceId: string }) {
  const params = { workspaceId };
  const workspace = useGetWorkspaceQuery({ params });
  const tokens = useAuthTokens(workspaceId);
  // If the workspace was deleted while the pages loaded, only the error of the next page shows it.
  const error =
    workspace.error ?? tokens.error ?? (isWorkspaceNotFound(tokens.nextPageError) ? tokens.nextPageError : undefined);
  const linkedId = useLinkedRow('token');
  const isLinkedTokenGone =
    linkedId !== undefined &&
    tokens.isComplete &&
    !tokens.isFetching &&
    !tokens.rows?.some(({ id }) => id === linkedId);
  const [secrets, setSecrets] = useState<Secrets>({ created: [] });
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
        subtitle="Tokens let programs act on this workspace, as you or as a service account."
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
            {isLinkedTokenGone && (
              <Alert tone="info" message="The API token that the link leads to no longer exists." />
            )}
            <ClockNotice />
            <CreateToken
              workspaceId={workspaceId}
              workspace={workspace.data}
              rules={tokens.rules}
              onCreated={(created) => setSecrets({ created: [created], finalFocus: findCreateButton })}
            />
            {workspace.data && tokens.rows && tokens.rules && (
              <TokenTables
                workspace={workspace.data}
                list={tokens}
                tokens={tokens.rows}
                rules={tokens.rules}
                onRotated={(created) =>
                  setSecrets({ created, finalFocus: () => toFocusable(findRow(created[0]?.authToken.id ?? '')) })
                }
              />
            )}
            {workspace.data && tokens.rules && canSeeServiceAccounts(workspace.data.role) && (
              <Suspense fallback={<SectionsSkeleton />}>
                <ServiceAccounts workspace={workspace.data} />
                {workspace.data.role === 'OWNER' && (
                  <TokenPolicyForm workspaceId={workspaceId} policy={tokens.rules.policy} />
                )}
              </Suspense>
            )}
            {!(workspace.data && tokens.rows) && !error && (
              <>
                <Card title="Active Tokens">
                  <Skeleton className="h-47" />
                </Card>
                <Card title="Inactive Tokens">
                  <Skeleton className="h-24" />
                </Card>
                <SectionsSkeleton />
              </>
            )}
          </div>
        </div>
      )}
      <TokenSecretDialog
        created={secrets.created[0]}
        workspaceId={workspaceId}
        remaining={Math.max(secrets.created.length - 1, 0)}
        onClose={() => setSecrets({ ...secrets, created: secrets.created.slice(1) })}
        finalFocus={secrets.finalFocus}
      />
    </div>
  );
}
