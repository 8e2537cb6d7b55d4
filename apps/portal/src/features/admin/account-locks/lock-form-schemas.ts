import {
  dayError,
  lockUntilError,
  QuarantineChange,
  validationMessages,
  WorkspaceQuarantineChange,
} from '@portal/contract';
import * as z from 'zod/mini';
import { formSchema } from '../../../components/form/form-schema.ts';
import { toSingleLineOrNull } from '../../../components/form/text-rules.ts';
import type { AccountLockValues, ActiveLock } from './locks.ts';

/** The local day of a timestamp, as a date field shows it. */
const localDay = (timestamp: string) => new Date(timestamp).toLocaleDateString('sv-SE');

/** Local midnight of a day; null for an invalid day. `Date` alone would turn February 30 into a day in March. */
function startOfLocalDay(day: string): string | null {
  const date = new Date(`${day}T00:00`);
  return !Number.isNaN(date.getTime()) && localDay(date.toISOString()) === day ? date.toISOString() : null;
}

export const initialValues = (lock: ActiveLock | undefined): AccountLockValues => ({
  reason: lock?.reason ?? '',
  until: lock?.until ? localDay(lock.until) : '',
});

/** The `until` to send. An unchanged day is left out, because the lock may end at any time of that day. */
function untilChange(day: string | null, lock: ActiveLock | undefined): { until?: string | null } {
  if ((day ?? '') === initialValues(lock).until) return {};
  return { until: day && startOfLocalDay(day) };
}

function untilError(day: string | null, { until }: { until?: string | null }): string | null {
  if (day === null || until === undefined) return null;
  if (until === null) return dayError(day, 'Enter a valid date, for example 2024-08-14');
  return lockUntilError(until, new Date()) && 'Choose a date after today';
}

/** The form requires a reason, which is optional in the API: support needs it to answer the user. */
const requireReason = (reason: string | null) =>
  reason === null ? [{ path: ['reason'], message: validationMessages.required }] : [];

type Input = { readonly [Name in keyof AccountLockValues]: string | null };

const LockChange = z.omit(QuarantineChange, { isQuarantined: true });

/** Validates the lock dialog, for a new lock or for a change of an active one. */
export const accountLockSchema = (lock: ActiveLock | undefined) =>
  formSchema(LockChange, {
    toBody: ({ reason, until }: Input) => ({ reason: toSingleLineOrNull(reason), ...untilChange(until, lock) }),
    extraIssues: ({ reason, until }) => {
      const message = untilError(until, untilChange(until, lock));
      return [...requireReason(reason), ...(message === null ? [] : [{ path: ['until'], message }])];
    },
  });

export const workspaceQuarantineSchema = formSchema(WorkspaceQuarantineChange, {
  toBody: ({ reason }: { reason: string | null }) => ({ isQuarantined: true, reason: toSingleLineOrNull(reason) }),
  extraIssues: ({ reason }) => requireReason(reason),
});
