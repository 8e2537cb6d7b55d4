import { defineCalls } from '../call.ts';
import { SearchQuery, UserSearchPage, WorkspaceSearchPage } from './search.schemas.ts';

const staff = { who: 'staff', requires: [] } as const;

/** Finding users and workspaces by a part of their names. Source: decision 15. */
export const searchCalls = defineCalls({
  searchUsers: {
    method: 'GET',
    path: '/staff/users',
    access: staff,
    query: SearchQuery,
    result: UserSearchPage,
    paginated: true,
    readsReplica: true,
    audited: true,
    providesTags: ['AdminUser'],
    summary: 'Search users by id, email or name, best matches first',
  },
  searchWorkspaces: {
    method: 'GET',
    path: '/staff/workspaces',
    access: staff,
    query: SearchQuery,
    result: WorkspaceSearchPage,
    paginated: true,
    readsReplica: true,
    audited: true,
    providesTags: ['AdminWorkspace'],
    summary: 'Search workspaces by id, name or the host of a customer’s own instance, best matches first',
  },
});
