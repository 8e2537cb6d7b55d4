import { canManageMembers, visibleActivityGroups, type Workspace } from '@portal/contract';
import {
  Alert,
  Button,
  EmptyState,
  IconButton,
  moveFocusOnUnmount,
  PageTitle,
  Skeleton,
  TruncatedTitle,
} from '@portal/ui';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useAuthTokens } from '../../../api/auth-tokens.api.ts';
import { useInvitations } from '../../../api/invitations.api.ts';
import { useMembers } from '../../../api/members.api.ts';
import { useServiceAccounts } from '../../../api/service-accounts.api.ts';
import { useGetWorkspaceQuery } from '../../../api/workspace-details.api.ts';
import { ReturnToWorkspaces } from '../../../components/return-to-workspaces.tsx';
import { ActivitySettingsNav, SettingsNavSkeleton } from '../../../components/settings-nav/settings-nav.tsx';
import { isWorkspaceNotFound, WorkspaceErrorAlert } from '../../../components/workspace-error-alert.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { paths } from '../../../lib/paths.ts';
import {
  activityFilterSchema,
  filtersFromSearch,
  filtersToSearch,
  groupLabels,
  groupNamed,
  noFilters,
} from './activity-filter-values.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';

export function Component() {
  const { workspaceId = '' } = useParams();
  return <ActivityPage key={workspaceId} workspaceId={workspaceId} />;
}

function ActivityPage({ workspaceId }: { workspaceId: string }) {
  const { data, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  // A workspace that no longer exists is not shown, although it is cached.
  const workspace = isWorkspaceNotFound(error) ? undefined : data;
  useDocumentTitle(workspace?.displayName);
  return (
    <div className="grid gap-6">
      <PageTitle
        title={<TruncatedTitle>{workspace ? `${workspace.displayName} > Activity` : 'Activity'}</TruncatedTitle>}
        subtitle="Who changed what in this workspace, the newest first."
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
      {!workspace && (
        <WorkspaceErrorAlert
          workspaceId={workspaceId}
          error={error}
          title="The workspace could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {(workspace ?? !error) && (
        <div className="settings-layout">
          {workspace ? <ActivitySettingsNav workspace={workspace} /> : <SettingsNavSkeleton />}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            {workspace ? (
              <Content workspace={workspace} />
            ) : (
              <>
                <Skeleton className="h-66" />
                <Skeleton className="h-118" />
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const Content = ({ workspace }: { workspace: Workspace }) =>
  canManageMembers(workspace.role) ? (
    <FilteredActivity workspace={workspace} />
  ) : (
    <EmptyState icon="lock" title="You cannot see the activity" text="Only the owner and approvers can see it." />
  );

/** The filters are in the URL, so that they can be shared and reloaded. */
function FilteredActivity({ workspace }: { workspace: Workspace }) {
  const { id: workspaceId, role } = workspace;
  const [searchParams, setSearchParams] = useSearchParams();
  const groups = visibleActivityGroups(role);
  const values = filtersFromSearch(searchParams);
  const isGroupShown = values.what === '' || groups.some((group) => group === values.what);
  const filters = activityFilterSchema.safeParse(values);
  const { rows: members = [] } = useMembers(workspaceId);
  const { rows: tokens = [] } = useAuthTokens(workspaceId);
  const { rows: invitations = [] } = useInvitations(workspaceId, { skip: false });
  const { data: { serviceAccounts = [] } = {} } = useServiceAccounts(workspace);
  const existing = useMemo(
    () => ({ tokens: idsOf(tokens), serviceAccounts: idsOf(serviceAccounts), invitations: idsOf(invitations) }),
    [tokens, serviceAccounts, invitations],
  );
  const clear = () => setSearchParams(filtersToSearch(noFilters));
  return (
    <>
      <ActivityFilters
        {...{ groups, members, tokens, serviceAccounts, values }}
        onApply={(next) => setSearchParams(filtersToSearch(next))}
      />
      {filters.success && isGroupShown && (
        <ActivityList workspaceId={workspaceId} filters={filters.data} existing={existing} onClear={clear} />
      )}
      {!isGroupShown && <HiddenGroupNotice what={values.what} onClear={clear} />}
    </>
  );
}

/** The address is that of another user, or was edited by hand. */
function HiddenGroupNotice({ what, onClear }: { what: string; onClear: () => void }) {
  const group = groupNamed(what);
  return (
    <Alert
      tone="info"
      message={
        group
          ? `Only the owner can see entries of the kind “${groupLabels[group]}”.`
          : 'The address of this page asks for a kind of entries that does not exist.'
      }
      action={
        <Button ref={moveFocusOnUnmount} size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
