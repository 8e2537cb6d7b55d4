import * as z from 'zod/mini';
import { IsoTimestamp, Ulid, validationMessages } from '../primitives.ts';
import { dayError } from '../dates.rules.ts';
import { pageSize, TimeCursor } from '../pagination.ts';
import { reportPeriodError } from './sign-ups.rules.ts';

/** A day in UTC such as `2024-08-14`. A timestamp is accepted and means its day in UTC. */
const Day = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: (issue) =>
      issue.input == null || issue.input === ''
        ? validationMessages.required
        : dayError(issue.input, 'Enter a date such as 2024-08-14'),
  }),
  z.transform((text) => (text.includes('T') ? new Date(text).toISOString().slice(0, 10) : text)),
);

/** The first day, in UTC: a date, or a timestamp on that day. */
const StartDate = Day;
/** The last day, in UTC, included: a date, or a timestamp on that day. */
const EndDate = Day;

const validPeriod = z.superRefine<{ startDate: string; endDate: string }>(({ startDate, endDate }, context) => {
  // Invalid dates cannot be compared.
  const error = context.issues.length > 0 ? null : reportPeriodError(startDate, endDate);
  if (error) context.addIssue({ code: 'custom', message: error.message, path: [error.field], input: endDate });
});

/** A period of whole days in UTC that `reportPeriodError` allows. */
export const ReportPeriod = z.strictObject({ startDate: StartDate, endDate: EndDate }).check(validPeriod);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

/** A period, and a page of its sign-ups. */
export const ReportPageQuery = z
  .strictObject({
    startDate: StartDate,
    endDate: EndDate,
    /** The cursor of the previous page's last row, from its `Link` header. */
    after: z.optional(TimeCursor),
    /** The maximum number of rows of a page. Without it, the response is the whole report, or an error above 10,000 rows. */
    limit: z.optional(pageSize(10_000)),
  })
  .check(validPeriod);

/** A user who signed up. Source: specification section 3. */
export const SignUp = z.object({
  userId: Ulid,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  /** Whether the identity provider verified the email. */
  emailVerified: z.boolean(),
  /** For example `Password` or `GitHub`. */
  signupMethod: z.string(),
  discordUsername: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  signupAt: IsoTimestamp,
});
export type SignUp = z.infer<typeof SignUp>;

/** Oldest first. */
export const SignUps = z.array(SignUp);

/** The number of sign-ups on one day with one method. */
export const SignUpCount = z.object({
  /** A day in UTC. */
  day: z.iso.date(),
  /** For example `Password` or `GitHub`. */
  signupMethod: z.string(),
  people: z.int(),
  /** How many of them have an unverified email. */
  unverified: z.int(),
});
export type SignUpCount = z.infer<typeof SignUpCount>;

/** By day and method. Days without sign-ups are omitted. */
export const SignUpCounts = z.array(SignUpCount);
