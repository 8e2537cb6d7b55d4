import { defineCalls } from '../call.ts';
import { StaffHome } from './home.schemas.ts';

/** What staff see first. Source: decision 101. */
export const homeCalls = defineCalls({
  getStaffHome: {
    method: 'GET',
    path: '/staff/home',
    access: { who: 'staff', requires: [] },
    result: StaffHome,
    audited: true,
    providesTags: ['AdminUser', 'QuarantinedUser', 'SuspendedUser', 'AdminWorkspace'],
    summary:
      'List what needs staff: locks, failed payments, undelivered emails and failed jobs; and count the sign-ups',
  },
});
