import { fullNameOf, searchProblem } from '@portal/contract';
import { Avatar, Card, EmptyState, InitialsTile } from '@portal/ui';
import { useSearchUsersInfiniteQuery, useSearchWorkspacesInfiniteQuery } from '../../../api/support.api.ts';
import { paths } from '../../../navigation/paths.ts';
import { Result, ResultList } from './result-list.tsx';
import { UserBadges } from '../user-badges.tsx';
import { WorkspaceBadges } from '../workspace-badges.tsx';

/** Who and what has a text in a name, an address or an id. */
export function SearchResults({ sought }: { sought: string }) {
  const problem = searchProblem(sought);
  if (problem !== null) {
    return (
      <Card>
        <EmptyState icon="search" title={problem} text="An id, an email, a name or an address, or a part of one." />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Users query={sought} />
      <Workspaces query={sought} />
    </div>
  );
}

function Users({ query }: { query: string }) {
  const pages = useSearchUsersInfiniteQuery({ query: { query } });
  return (
    <ResultList
      title="Users"
      none={{
        title: 'No user matches',
        text: 'Each word has to be in the name, nickname or email. An ID has to be whole.',
      }}
      pages={pages}
      found={pages.data?.pages.flatMap((page) => page.users)}
      isCut={pages.data?.pages[0]?.isCut}
      row={(user) => (
        <Result
          key={user.userId}
          to={paths.adminUser(user.userId)}
          picture={<Avatar id={user.userId} name={fullNameOf(user)} size={36} />}
          name={fullNameOf(user)}
          badges={<UserBadges {...user} />}
          about={user.email}
        />
      )}
    />
  );
}

function Workspaces({ query }: { query: string }) {
  const pages = useSearchWorkspacesInfiniteQuery({ query: { query } });
  return (
    <ResultList
      title="Workspaces"
      none={{
        title: 'No workspace matches',
        text: 'Each word has to be in the name or address. Its owner is found among users.',
      }}
      pages={pages}
      found={pages.data?.pages.flatMap((page) => page.workspaces)}
      isCut={pages.data?.pages[0]?.isCut}
      row={(workspace) => (
        <Result
          key={workspace.workspaceId}
          to={paths.adminWorkspace(workspace.workspaceId)}
          picture={<InitialsTile id={workspace.workspaceId} name={workspace.displayName} />}
          name={workspace.displayName}
          badges={<WorkspaceBadges {...workspace} />}
          about={`${workspace.owner.email} · ${hostOf(workspace.instanceUrl)}`}
        />
      )}
    />
  );
}

/** The address without what is the same for all. */
const hostOf = (instanceUrl: string) => instanceUrl.replace(/^https?:\/\//, '').replace(/\/$/, '');
