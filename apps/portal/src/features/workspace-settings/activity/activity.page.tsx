import {
  activityGroups,
  canManageMembers,
  visibleActivityGroups,
  type ActivityGroup,
  type AuditActor,
  type AuditUser,
  type Member,
  type Workspace,
  type WorkspaceAuditExportQuery,
} from '@portal/contract';
import { Alert, Button, Card, EmptyState, moveFocusOnUnmount } from '@portal/ui';
import { startTransition, useMemo, useOptimistic } from 'react';
import { createSearchParams, useNavigate, useParams, useSearchParams } from 'react-router';
import { useLoadedWorkspaceEntries } from '../../../api/audit.api.ts';
import { useAuthTokens } from '../../../api/auth-tokens.api.ts';
import { useInvitations } from '../../../api/invitations.api.ts';
import { useMembers } from '../../../api/members.api.ts';
import { useServiceAccounts } from '../../../api/service-accounts.api.ts';
import { useListWebhooksQuery } from '../../../api/webhooks.api.ts';
import { usePageWorkspace, WorkspacePage } from '../../../components/workspace-page.tsx';
import { localTimeZone } from '../../../lib/local-days.ts';
import {
  activityFilterSchema,
  filtersFromSearch,
  filtersToSearch,
  groupLabels,
  groupNamed,
  noFilters,
  type FilterValues,
} from './activity-filter-values.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivityEntriesSkeleton, ActivityFiltersSkeleton } from './activity-skeleton.tsx';

export function Component() {
  const { workspaceId = '' } = useParams();
  return <ActivityPage key={workspaceId} workspaceId={workspaceId} />;
}

function ActivityPage({ workspaceId }: { workspaceId: string }) {
  const { workspace, error, refetch } = usePageWorkspace(workspaceId);
  return (
    <WorkspacePage
      {...{ workspaceId, workspace, error }}
      onRetry={refetch}
      name="Activity"
      subtitle="Who changed what in this workspace, the newest first."
      actions={null}
    >
      {workspace ? (
        <Content workspace={workspace} />
      ) : (
        <>
          <ActivityFiltersSkeleton />
          <Card title="Entries" description={describeEntries(activityGroups)}>
            <ActivityEntriesSkeleton />
          </Card>
        </>
      )}
    </WorkspacePage>
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
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  // A choice is shown at once, and the next one adds to it, although the router changes the address in a transition.
  const [values, showValues] = useOptimistic(filtersFromSearch(searchParams));
  const apply = (changes: Partial<FilterValues>) =>
    startTransition(async () => {
      const next = { ...values, ...changes };
      showValues(next);
      await navigate({ search: createSearchParams(filtersToSearch(next)).toString() });
    });
  const groups = visibleActivityGroups(role);
  const isGroupShown = values.what === '' || groups.some((group) => group === values.what);
  const filters = activityFilterSchema.safeParse(values);
  const { rows: members = [], isComplete: hasAllMembers } = useMembers(workspaceId);
  const { rows: tokens = [] } = useAuthTokens(workspaceId);
  const { rows: invitations = [] } = useInvitations(workspaceId, { skip: false });
  const { data: { serviceAccounts = [] } = {} } = useServiceAccounts(workspace);
  const { data: { webhooks = none } = {} } = useListWebhooksQuery(
    { params: { workspaceId } },
    { skip: role !== 'OWNER' },
  );
  const existing = useMemo(
    () => ({
      tokens: idsOf(tokens),
      serviceAccounts: idsOf(serviceAccounts),
      invitations: idsOf(invitations),
      webhooks: idsOf(webhooks),
    }),
    [tokens, serviceAccounts, invitations, webhooks],
  );
  const others = useOthers(workspaceId, filters.data, hasAllMembers ? members : undefined);
  const clear = () => apply(noFilters);
  return (
    <>
      <ActivityFilters {...{ groups, members, others, tokens, serviceAccounts, values }} onApply={apply} />
      {filters.success && isGroupShown && (
        <ActivityList
          workspaceId={workspaceId}
          filters={filters.data}
          existing={existing}
          description={describeEntries(groups)}
          onClear={clear}
        />
      )}
      {!isGroupShown && <HiddenGroupNotice what={values.what} onClear={clear} />}
    </>
  );
}

const describeEntries = (groups: readonly ActivityGroup[]) =>
  `Times are in ${localTimeZone}.${groups.length < activityGroups.length ? ' Only the owner sees changes of the owner, of webhooks, by support, and deletions.' : ''}`;

/** The users in the loaded entries who are not members. None until all members are loaded. */
function useOthers(
  workspaceId: string,
  query: WorkspaceAuditExportQuery | undefined,
  members: readonly Member[] | undefined,
): readonly AuditUser[] {
  const entries = useLoadedWorkspaceEntries(query && { params: { workspaceId }, query });
  return useMemo(() => {
    if (!members) return [];
    const memberIds = new Set(members.map(({ userId }) => userId));
    const users = (entries ?? []).flatMap(({ actor, subject }) => [actor, subject]).filter(isUser);
    return [...new Map(users.map((user) => [user.userId, user])).values()].filter(
      ({ userId }) => !memberIds.has(userId),
    );
  }, [entries, members]);
}

const isUser = (actor: AuditActor | null): actor is AuditUser => actor !== null && 'userId' in actor;

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

const none: readonly { readonly id: string }[] = [];

const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
