import { lockOutEndProblem, QuarantineChange } from '@portal/contract';
import * as z from 'zod/mini';
import { formSchema } from '../../../forms/form-schema.ts';
import { oneLineOrNull } from '../../../forms/one-line.ts';
import { missingReason } from './given-reason.ts';
import type { Lock } from './locks.ts';
import type { LockOutValues } from './lock-outs.ts';

/** The day of a moment where the reader is, as a field of a form has it. */
const dayOf = (moment: string) => new Date(moment).toLocaleDateString('sv-SE');

/** The first moment of a day where the reader is; null of what is no day: of February 30th a browser makes one in March. */
function beginOf(day: string): string | null {
  const moment = new Date(`${day}T00:00`);
  return !Number.isNaN(moment.getTime()) && dayOf(moment.toISOString()) === day ? moment.toISOString() : null;
}

/** What is asked about a lock, as it is now. */
export const valuesOf = (lock: Lock | undefined): LockOutValues => ({
  reason: lock?.reason ?? '',
  until: lock?.until ? dayOf(lock.until) : '',
});

/** What to send of an end: nothing of one that stays as it is, which may be at any time of its day. */
function endOf(day: string | null, lock: Lock | undefined): { until?: string | null } {
  if ((day ?? '') === valuesOf(lock).until) return {};
  return { until: day && beginOf(day) };
}

type Given = { readonly [Name in keyof LockOutValues]: string | null };

function endProblem(day: string | null, { until }: { until?: string | null }): string | null {
  if (day === null || until === undefined) return null;
  if (until === null) return 'Write a day that there is, as YYYY-MM-DD';
  return lockOutEndProblem(until, new Date()) && 'Choose a day after today';
}

/** The terms of a call without whom it locks. */
const Terms = z.omit(QuarantineChange, { isQuarantined: true });

/** Checks what was typed about a new lock, or about one that is in force already. */
export const lockOutTerms = (lock: Lock | undefined) =>
  formSchema(Terms, {
    bodyOf: ({ reason, until }: Given) => ({ reason: oneLineOrNull(reason), ...endOf(until, lock) }),
    issuesOf: ({ reason, until }) => {
      const wrongEnd = endProblem(until, endOf(until, lock));
      return [...missingReason(reason), ...(wrongEnd === null ? [] : [{ path: ['until'], message: wrongEnd }])];
    },
  });
