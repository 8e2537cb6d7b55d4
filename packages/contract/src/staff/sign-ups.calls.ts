import { defineCalls } from '../call.ts';
import { ReportPage, ReportPeriod, SignUpCounts, SignUps } from './sign-ups.schemas.ts';

const staff = { who: 'staff', needs: [] } as const;

/** The weekly sign-up report. Source: specification section 2, "Workspace admin page". */
export const signUpCalls = defineCalls({
  reportSignups: {
    method: 'GET',
    path: '/users/report',
    access: staff,
    query: ReportPage,
    result: SignUps,
    paged: true,
    audited: true,
    summary: 'List who signed up from one day to another, the first first',
  },
  countSignups: {
    method: 'GET',
    path: '/users/report/by-day',
    access: staff,
    query: ReportPeriod,
    result: SignUpCounts,
    audited: true,
    summary: 'Count who signed up from one day to another, by day and by way; days without anybody are left out',
  },
  reportSignupsCsv: {
    method: 'GET',
    path: '/users/report.csv',
    access: staff,
    answers: 'file',
    mediaType: 'text/csv',
    query: ReportPeriod,
    audited: true,
    summary: 'Download who signed up from one day to another as a table for spreadsheets',
  },
});
