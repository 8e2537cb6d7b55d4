import { defineCalls } from '../call.ts';
import { FoundUsers, FoundWorkspaces, Search } from './search.schemas.ts';

const staff = { who: 'staff', needs: [] } as const;

/** How staff find people and workspaces by what they remember of them. */
export const searchCalls = defineCalls({
  searchUsers: {
    method: 'GET',
    path: '/staff/users',
    access: staff,
    query: Search,
    result: FoundUsers,
    paged: true,
    audited: true,
    reads: ['StaffUser'],
    summary: 'Search people by id, address or name, the best matches first',
  },
  searchWorkspaces: {
    method: 'GET',
    path: '/staff/workspaces',
    access: staff,
    query: Search,
    result: FoundWorkspaces,
    paged: true,
    audited: true,
    reads: ['OwnedWorkspace'],
    summary: 'Search workspaces by id, name or the host of a customer’s own instance, the best matches first',
  },
});
