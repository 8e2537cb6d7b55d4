import * as z from 'zod/mini';
import { Moment, Ulid, messages } from '../fields.ts';
import { pageSize } from '../pages.schemas.ts';
import { Cursor } from './paging.schemas.ts';
import { reportPeriodProblem } from './sign-ups.rules.ts';

/** A day in UTC such as `2024-08-14`; an instant stands for its day in UTC. */
const Day = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: (issue) =>
      issue.input == null || issue.input === '' ? messages.required : 'Enter a date such as 2024-08-14',
  }),
  z.transform((text) => (text.includes('T') ? new Date(text).toISOString().slice(0, 10) : text)),
);

/** The first day, in UTC: a date, or an instant of that day. */
const StartDate = Day;
/** The last day, in UTC, all of which is part of the report: a date, or an instant of that day. */
const EndDate = Day;

const sensible = z.superRefine<{ startDate: string; endDate: string }>(({ startDate, endDate }, context) => {
  // What is no date can't be compared.
  const problem = context.issues.length > 0 ? null : reportPeriodProblem(startDate, endDate);
  if (problem) context.addIssue({ code: 'custom', message: problem.message, path: [problem.field], input: endDate });
});

export const ReportPeriod = z.strictObject({ startDate: StartDate, endDate: EndDate }).check(sensible);
export type ReportPeriod = z.infer<typeof ReportPeriod>;

export const ReportPage = z
  .strictObject({
    startDate: StartDate,
    endDate: EndDate,
    /** Where the page before ended, as its `Link` says it: the `signupAt` of its last row, an underscore and the `userId`. */
    after: z.optional(Cursor),
    /** How many rows a page has at most. Without it, the answer is the whole report, or a refusal of more than 10,000 rows. */
    limit: z.optional(pageSize(10_000)),
  })
  .check(sensible);

/** Somebody who signed up. Source: specification section 3. */
export const SignUp = z.object({
  userId: Ulid,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  /** Whether the identity provider says that the address is this person's. */
  emailVerified: z.boolean(),
  /** Such as `Password` or `GitHub`. */
  signupMethod: z.string(),
  discordUsername: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  signupAt: Moment,
});
export type SignUp = z.infer<typeof SignUp>;

export const SignUps = z.array(SignUp);

/** How many people signed up on one day in one way. */
export const SignUpCount = z.object({
  /** A day of UTC. */
  day: z.iso.date(),
  /** Such as `Password` or `GitHub`. */
  signupMethod: z.string(),
  people: z.int(),
  /** How many of them have not verified their address. */
  unverified: z.int(),
});
export type SignUpCount = z.infer<typeof SignUpCount>;

export const SignUpCounts = z.array(SignUpCount);
