import { formatTimeCursor, parseTimeCursor, type SignUp, type signUpCalls, displayEmail } from '@portal/contract';
import { invalidField } from '../../platform/errors/api-error.ts';
import { paginate } from '../../request/call/pagination.ts';
import { toCsvFile, type CsvColumns } from '../../request/responses/csv-file.ts';
import type { Handlers } from '../../request/call/types.ts';
import { countSignUps, listSignUps, listSignUpsInBatches } from './sign-ups.queries.ts';

/** The longest response without pagination. */
const maxRows = 10_000;
/** Small enough for the statement timeout, even on a busy machine. */
const batchSize = 2_000;

export const adminSignUpHandlers: Handlers<typeof signUpCalls> = {
  async reportSignups({ query: { startDate, endDate, after, limit } }, context) {
    const pageSize = limit ?? maxRows;
    const cursor = after === undefined ? null : parseTimeCursor(after);
    const found = await listSignUps({ startDate, endDate }, { after: cursor, limit: pageSize + 1 }, context);
    if (limit === undefined && found.length > pageSize) {
      const remedy = 'Choose fewer days, request pages or export the CSV.';
      throw invalidField('query.endDate', `More than ${maxRows} users signed up in this period. ${remedy}`);
    }
    const { rows } = paginate(found, pageSize, ({ signupAt, userId }) => formatTimeCursor(signupAt, userId), context);
    context.audit.record({
      details: { startDate, endDate, after: after ?? null, limit: limit ?? null, found: rows.length },
    });
    return rows;
  },

  async countSignups({ query: { startDate, endDate } }, context) {
    const counts = await countSignUps({ startDate, endDate }, context);
    const found = counts.reduce((sum, { people: users }) => sum + users, 0);
    context.audit.record({ details: { startDate, endDate, found } });
    return counts;
  },

  reportSignupsCsv({ query: { startDate, endDate } }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmReport);
    context.audit.record({ details: { startDate, endDate } });
    const batches = listSignUpsInBatches({ startDate, endDate }, batchSize, context);
    return toCsvFile(`sign-ups-${startDate}-to-${endDate}.csv`, csvColumns, batches);
  },
};

const confirmReport = {
  title: 'Download the sign-up report?',
  text: 'This link downloads names and email addresses of users. Continue only if you expected this.',
  label: 'Download',
};

/** The columns of the admin page, and the user's id, which distinguishes equal rows. */
const csvColumns: CsvColumns<SignUp> = {
  'First Name': (row) => row.firstName,
  'Last Name': (row) => row.lastName,
  Email: (row) => displayEmail(row.email),
  'Email Verified': (row) => (row.emailVerified ? 'Yes' : 'No'),
  'SignUp Method': (row) => row.signupMethod,
  Discord: (row) => row.discordUsername,
  GitHub: (row) => row.githubUsername,
  'Signup At': (row) => row.signupAt,
  'User ID': (row) => row.userId,
};
