import { defineCalls } from '../call.ts';
import { EmailLookup, StaffUsers } from './people.schemas.ts';

/** How staff find people. Source: specification section 2, "Workspace admin page". */
export const peopleCalls = defineCalls({
  findUsersByEmail: {
    method: 'GET',
    path: '/users/by-email',
    access: { who: 'staff', needs: [] },
    query: EmailLookup,
    result: StaffUsers,
    audited: true,
    reads: ['StaffUser'],
    summary: 'Find who has an address: several identities may share one',
  },
});
