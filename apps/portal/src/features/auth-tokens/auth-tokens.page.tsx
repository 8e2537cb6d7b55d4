import { Alert, Card, findRow, Skeleton, SkeletonTable, toFocusable } from '@portal/ui';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { useAuthTokens } from '../../api/auth-tokens.api.ts';
import { canSeeServiceAccounts } from '../../api/service-accounts.api.ts';
import { useLinkedRow } from '../../components/use-linked-row.ts';
import { isWorkspaceNotFound } from '../../components/workspace-error-alert.tsx';
import { usePageWorkspace, WorkspacePage } from '../../components/workspace-page.tsx';
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
      <Skeleton className="h-54.5" />
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
  const loaded = usePageWorkspace(workspaceId);
  const tokens = useAuthTokens(workspaceId);
  // If the workspace was deleted while the pages loaded, only the error of the next page shows it.
  const error =
    loaded.error ?? tokens.error ?? (isWorkspaceNotFound(tokens.nextPageError) ? tokens.nextPageError : undefined);
  const workspace = isWorkspaceNotFound(error) ? undefined : loaded.workspace;
  const linkedId = useLinkedRow('token');
  const isLinkedTokenGone =
    linkedId !== undefined &&
    tokens.isComplete &&
    !tokens.isFetching &&
    !tokens.rows?.some(({ id }) => id === linkedId);
  const [secrets, setSecrets] = useState<Secrets>({ created: [] });
  const [markedId, setMarkedId] = useState<string>();
  const showSecrets = (next: Secrets) => {
    setSecrets(next);
    setMarkedId(next.created[0]?.authToken.id);
  };
  const retry = () => {
    loaded.refetch();
    tokens.refetch();
  };
  return (
    <>
      <WorkspacePage
        {...{ workspaceId, workspace, error }}
        errorTitle="The tokens could not be loaded"
        onRetry={retry}
        name="API Tokens"
        subtitle="Tokens let programs act on this workspace, as you or as a service account."
      >
        {isLinkedTokenGone && <Alert tone="info" message="The API token that the link leads to no longer exists." />}
        <ClockNotice />
        <CreateToken
          workspaceId={workspaceId}
          workspace={workspace}
          rules={tokens.rules}
          onCreated={(created) => showSecrets({ created: [created], finalFocus: findCreateButton })}
        />
        {workspace && tokens.rows && tokens.rules && (
          <TokenTables
            workspace={workspace}
            list={tokens}
            tokens={tokens.rows}
            rules={tokens.rules}
            markedId={markedId}
            onRotated={(created) =>
              showSecrets({ created, finalFocus: () => toFocusable(findRow(created[0]?.authToken.id ?? '')) })
            }
          />
        )}
        {workspace && tokens.rules && canSeeServiceAccounts(workspace.role) && (
          <Suspense fallback={<SectionsSkeleton />}>
            <ServiceAccounts workspace={workspace} />
            {workspace.role === 'OWNER' && <TokenPolicyForm workspaceId={workspaceId} policy={tokens.rules.policy} />}
          </Suspense>
        )}
        {!(workspace && tokens.rows) && !error && (
          <>
            <Card flush title="Active Tokens">
              <SkeletonTable className="h-53" columns={5} />
            </Card>
            <Card flush title="Inactive Tokens">
              <SkeletonTable className="h-30" rows={1} columns={5} />
            </Card>
            <SectionsSkeleton />
          </>
        )}
      </WorkspacePage>
      <TokenSecretDialog
        created={secrets.created[0]}
        workspaceId={workspaceId}
        remaining={Math.max(secrets.created.length - 1, 0)}
        onClose={() => setSecrets({ ...secrets, created: secrets.created.slice(1) })}
        finalFocus={secrets.finalFocus}
      />
    </>
  );
}
