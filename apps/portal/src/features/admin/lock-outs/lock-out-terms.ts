import { lockOutEndProblem, QuarantineChange } from '@portal/contract';
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

function endProblem(day: string | null, { until }: { until?: string | null }): string | null {
  if (day === null || until === undefined) return null;
  if (until === null) return 'Write a day that there is, as YYYY-MM-DD';
  return lockOutEndProblem(until, new Date()) && 'Choose a day after today';
}

/** Checks what was typed about a new lock, or about one that is in force already. */
export const lockOutTerms = (lock: Lock | undefined) => ({
  safeParse: (values: unknown) => {
    const { reason, until } = values as { [Name in keyof LockOutValues]: string | null };
    const end = endOf(until, lock);
    const result = QuarantineChange.safeParse({ isQuarantined: true, reason: oneLineOrNull(reason), ...end });
    const wrongEnd = endProblem(until, end);
    const issues = [
      ...missingReason(reason),
      ...(result.error?.issues ?? []),
      ...(wrongEnd === null ? [] : [{ path: ['until'], message: wrongEnd }]),
    ];
    if (!result.success || issues.length > 0) return { success: false as const, error: { issues } };
    const { isQuarantined: _always, ...change } = result.data;
    return { success: true as const, data: change };
  },
});
