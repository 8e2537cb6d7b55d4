import { fullNameOf, searchQueryError } from '@portal/contract';
import { Avatar, Card, EmptyState, InitialsTile } from '@portal/ui';
import { useSearchUsersInfiniteQuery, useSearchWorkspacesInfiniteQuery } from '../../../api/admin.api.ts';
import { paths } from '../../../lib/paths.ts';
import { Result, ResultList } from './result-list.tsx';
import { UserBadges } from '../components/user-badges.tsx';
import { WorkspaceBadges } from '../components/workspace-badges.tsx';

export function SearchResults({ query }: { query: string }) {
  const queryError = searchQueryError(query);
  if (queryError !== null) {
    return (
      <Card>
        <EmptyState icon="search" title={queryError} text="Enter a full ID, or part of an email, name or URL." />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Users query={query} />
      <Workspaces query={query} />
    </div>
  );
}

function Users({ query }: { query: string }) {
  const result = useSearchUsersInfiniteQuery({ query: { query } });
  return (
    <ResultList
      title="Users"
      empty={{
        title: 'No users match',
        text: 'Each word must appear in the name, nickname or email. An ID must be complete.',
      }}
      query={result}
      results={result.data?.pages.flatMap((page) => page.users)}
      isTruncated={result.data?.pages[0]?.isCut}
      renderRow={(user) => (
        <Result
          key={user.userId}
          to={paths.adminUser(user.userId)}
          image={<Avatar id={user.userId} name={fullNameOf(user)} size={36} />}
          name={fullNameOf(user)}
          badges={<UserBadges {...user} />}
          description={user.email}
        />
      )}
    />
  );
}

function Workspaces({ query }: { query: string }) {
  const result = useSearchWorkspacesInfiniteQuery({ query: { query } });
  return (
    <ResultList
      title="Workspaces"
      empty={{
        title: 'No workspaces match',
        text: 'Each word must appear in the name or URL. To search by owner, look under Users.',
      }}
      query={result}
      results={result.data?.pages.flatMap((page) => page.workspaces)}
      isTruncated={result.data?.pages[0]?.isCut}
      renderRow={(workspace) => (
        <Result
          key={workspace.workspaceId}
          to={paths.adminWorkspace(workspace.workspaceId)}
          image={<InitialsTile id={workspace.workspaceId} name={workspace.displayName} />}
          name={workspace.displayName}
          badges={<WorkspaceBadges {...workspace} />}
          description={`${workspace.owner.email} · ${withoutScheme(workspace.instanceUrl)}`}
        />
      )}
    />
  );
}

const withoutScheme = (instanceUrl: string) => instanceUrl.replace(/^https?:\/\//, '').replace(/\/$/, '');
