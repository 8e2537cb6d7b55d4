import { readCursor, type SignUp, type signUpCalls } from '@portal/contract';
import { csvFile, type Columns } from '../http/csv-file.ts';
import type { Handlers } from '../http/handlers.ts';
import { invalidField } from '../http/problem.ts';
import { readSignUps, readSignUpsInBatches } from './read-sign-ups.ts';

/** More than this is no list for a page. */
const mostRows = 10_000;
const batchSize = 1_000;

export const signUpHandlers: Handlers<typeof signUpCalls> = {
  async reportSignups({ query: { startDate, endDate, after, limit } }, { db, note }) {
    const page = { after: after === undefined ? null : readCursor(after), limit: limit ?? mostRows + 1 };
    const rows = await readSignUps({ startDate, endDate }, page, db);
    if (rows.length > mostRows) {
      const message = `More than ${mostRows} people signed up then. Choose fewer days, ask for pages, or take the CSV.`;
      throw invalidField('query.endDate', message);
    }
    note({ details: { startDate, endDate, after: after ?? null, limit: limit ?? null, found: rows.length } });
    return rows;
  },

  reportSignupsCsv({ query: { startDate, endDate } }, { db, note }) {
    note({ details: { startDate, endDate } });
    const batches = readSignUpsInBatches({ startDate, endDate }, batchSize, db);
    return csvFile(`sign-ups-${startDate}-to-${endDate}.csv`, columns, batches);
  },
};

/** As the admin page heads them, and what tells the rows apart. */
const columns: Columns<SignUp> = {
  'First Name': (row) => row.firstName,
  'Last Name': (row) => row.lastName,
  Email: (row) => row.email,
  'Email Verified': (row) => (row.emailVerified ? 'Yes' : 'No'),
  'SignUp Method': (row) => row.signupMethod,
  Discord: (row) => row.discordUsername,
  GitHub: (row) => row.githubUsername,
  'Signup At': (row) => row.signupAt,
  'User ID': (row) => row.userId,
};
