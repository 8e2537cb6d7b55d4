import { readCursor, type SignUp, type signUpCalls } from '@portal/contract';
import { csvFile, type Columns } from '../http/csv-file.ts';
import type { Handlers } from '../http/handlers.ts';
import { invalidField } from '../http/problem.ts';
import { countSignUps } from './count-sign-ups.ts';
import { pageOf } from './page-of.ts';
import { readSignUps, readSignUpsInBatches } from './read-sign-ups.ts';

/** More than this is no list for a page. */
const mostRows = 10_000;
/** Far from what a busy machine can't read in the time that a request waits for the database. */
const batchSize = 2_000;

export const signUpHandlers: Handlers<typeof signUpCalls> = {
  async reportSignups({ query: { startDate, endDate, after, limit } }, context) {
    const most = limit ?? mostRows;
    const from = after === undefined ? null : readCursor(after);
    const found = await readSignUps({ startDate, endDate }, { after: from, limit: most + 1 }, context);
    if (limit === undefined && found.length > most) {
      const remedy = 'Choose fewer days, ask for pages, or take the CSV.';
      throw invalidField('query.endDate', `More than ${mostRows} people signed up then. ${remedy}`);
    }
    const rows = pageOf(found, most, ({ signupAt }) => signupAt, context);
    context.note({ details: { startDate, endDate, after: after ?? null, limit: limit ?? null, found: rows.length } });
    return rows;
  },

  async countSignups({ query: { startDate, endDate } }, context) {
    const counts = await countSignUps({ startDate, endDate }, context);
    const found = counts.reduce((sum, { people }) => sum + people, 0);
    context.note({ details: { startDate, endDate, found } });
    return counts;
  },

  reportSignupsCsv({ query: { startDate, endDate } }, context) {
    context.note({ details: { startDate, endDate } });
    const batches = readSignUpsInBatches({ startDate, endDate }, batchSize, context);
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
