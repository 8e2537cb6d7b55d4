import { defineCalls } from '../call.ts';
import { ReportPageQuery, ReportPeriod, SignUpCounts, SignUps } from './sign-ups.schemas.ts';

const staff = { who: 'staff', requires: [] } as const;

/** The weekly sign-up report. Source: specification section 2, "Workspace admin page". */
export const signUpCalls = defineCalls({
  reportSignups: {
    method: 'GET',
    path: '/users/report',
    access: staff,
    query: ReportPageQuery,
    result: SignUps,
    paginated: true,
    readsReplica: true,
    audited: true,
    summary: 'List the sign-ups of a period, oldest first',
  },
  countSignups: {
    method: 'GET',
    path: '/users/report/by-day',
    access: staff,
    query: ReportPeriod,
    result: SignUpCounts,
    readsReplica: true,
    audited: true,
    summary: 'Count the sign-ups of a period by day and method; days without sign-ups are omitted',
  },
  reportSignupsCsv: {
    method: 'GET',
    path: '/users/report.csv',
    access: staff,
    responseKind: 'file',
    mediaType: 'text/csv',
    confirmWhen: 'cross-site',
    query: ReportPeriod,
    readsReplica: true,
    audited: true,
    summary: 'Export the sign-ups of a period as CSV',
  },
});
