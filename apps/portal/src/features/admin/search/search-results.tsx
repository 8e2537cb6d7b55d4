import { fullNameOf, searchQueryError, displayEmail } from '@portal/contract';
import { Avatar, Card, EmptyState, InitialsTile, VisuallyHidden } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSearchUsersInfiniteQuery, useSearchWorkspacesInfiniteQuery } from '../../../api/admin.api.ts';
import { paths } from '../../../lib/paths.ts';
import { Result, ResultList } from './result-list.tsx';
import { UserBadges } from '../components/user-badges.tsx';
import { WorkspaceBadges } from '../components/workspace-badges.tsx';

export interface SearchResultsProps {
  query: string;
  /** Whether Enter was pressed: opens the first result, or an only result as soon as it is shown. */
  opensFirst: boolean;
  /** Called when Enter has had its effect, also if there is no result. */
  onOpened: () => void;
}

export function SearchResults(props: SearchResultsProps) {
  const { query } = props;
  const queryError = searchQueryError(query);
  if (queryError !== null) {
    return (
      <Card>
        <EmptyState icon="search" title={queryError} text="Enter a full ID, or part of an email, name or URL." />
      </Card>
    );
  }
  return <Results {...props} />;
}

function Results({ query, opensFirst, onOpened }: SearchResultsProps) {
  const users = useSearchUsersInfiniteQuery({ query: { query } });
  const workspaces = useSearchWorkspacesInfiniteQuery({ query: { query } });
  const foundUsers = users.data?.pages.flatMap((page) => page.users);
  const foundWorkspaces = workspaces.data?.pages.flatMap((page) => page.workspaces);
  // Not the previous results, which stay while these load. Opening a user or a workspace writes an audit entry.
  const isReady = users.currentData !== undefined && workspaces.currentData !== undefined;
  const [firstUser] = foundUsers ?? [];
  const [firstWorkspace] = foundWorkspaces ?? [];
  const firstId = isReady ? (firstUser?.userId ?? firstWorkspace?.workspaceId) : undefined;
  const firstName = firstUser ? fullNameOf(firstUser) : firstWorkspace?.displayName;
  const firstPath = firstUser
    ? paths.adminUser(firstUser.userId)
    : firstWorkspace && paths.adminWorkspace(firstWorkspace.workspaceId);
  // Most users own a workspace with their name, so an only user does not count as one of several results.
  const isOnlyResult = (firstUser ? foundUsers : foundWorkspaces)?.length === 1;
  const navigate = useNavigate();
  const wasShown = useRef(false);
  useEffect(() => {
    if (opensFirst && isReady) {
      onOpened();
      // Of several results, staff must have seen the first before Enter opens it.
      if (firstPath !== undefined && (wasShown.current || isOnlyResult)) void navigate(firstPath);
    }
    wasShown.current = isReady;
  }, [opensFirst, isReady, firstPath, isOnlyResult, onOpened, navigate]);
  const counts = [
    countText(foundUsers?.length ?? 0, 'user', users.hasNextPage),
    countText(foundWorkspaces?.length ?? 0, 'workspace', workspaces.hasNextPage),
  ].join(' and ');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <VisuallyHidden>
        <span role="status">
          {isReady && `${counts} found.${firstName === undefined ? '' : ` Press Enter to open ${firstName}.`}`}
        </span>
      </VisuallyHidden>
      <ResultList
        title="Users"
        empty={{
          title: 'No users match',
          text: 'Each word must appear in the name, nickname or email. An ID must be complete.',
        }}
        query={users}
        results={foundUsers}
        isSecondary={(foundWorkspaces?.length ?? 0) > 0}
        isTruncated={users.data?.pages[0]?.isCut}
        renderRow={(user) => (
          <Result
            key={user.userId}
            to={paths.adminUser(user.userId)}
            image={<Avatar id={user.userId} name={user.nickname} size={36} />}
            name={fullNameOf(user)}
            badges={<UserBadges {...user} />}
            query={query}
            description={displayEmail(user.email)}
            opensWithEnter={user.userId === firstId}
          />
        )}
      />
      <ResultList
        title="Workspaces"
        empty={{
          title: 'No workspaces match',
          text: 'Each word must appear in the name or URL. To search by owner, look under Users.',
        }}
        query={workspaces}
        results={foundWorkspaces}
        isSecondary={(foundUsers?.length ?? 0) > 0}
        isTruncated={workspaces.data?.pages[0]?.isCut}
        renderRow={(workspace) => (
          <Result
            key={workspace.workspaceId}
            to={paths.adminWorkspace(workspace.workspaceId)}
            image={<InitialsTile id={workspace.workspaceId} name={workspace.displayName} />}
            name={workspace.displayName}
            badges={<WorkspaceBadges {...workspace} />}
            query={query}
            description={`${displayEmail(workspace.owner.email)} · ${withoutScheme(workspace.instanceUrl)}`}
            opensWithEnter={workspace.workspaceId === firstId}
          />
        )}
      />
    </div>
  );
}

const countText = (count: number, noun: string, hasMore: boolean) =>
  `${count}${hasMore ? ' or more' : ''} ${noun}${count === 1 ? '' : 's'}`;

const withoutScheme = (instanceUrl: string) => instanceUrl.replace(/^https?:\/\//, '').replace(/\/$/, '');
