import { lockOutEndProblem, QuarantineChange } from '@portal/contract';
import { missingReason } from './given-reason.ts';
import type { Lock } from './locks.ts';
import type { LockOutValues } from './lock-outs.ts';

/** The first moment of a day where the reader is; what is no day stays as it is, to be refused. */
function beginOf(day: string): string {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString();
}

/** The day of a moment where the reader is, as a field of a form has it. */
const dayOf = (moment: string) => new Date(moment).toLocaleDateString('sv-SE');

/** What is asked about a lock, as it is now. */
export const valuesOf = (lock: Lock | undefined): LockOutValues => ({
  reason: lock?.reason ?? '',
  until: lock?.until ? dayOf(lock.until) : '',
});

/** What to send of an end: nothing of one that stays as it is, which may be at any time of its day. */
function endOf(day: string | null, lock: Lock | undefined) {
  if ((day ?? '') === valuesOf(lock).until) return {};
  return { until: day === null ? null : beginOf(day) };
}

/** Checks what was typed about a new lock, or about one that is in force already. */
export const lockOutTerms = (lock: Lock | undefined) => ({
  safeParse: (values: unknown) => {
    const { reason, until } = values as { [Name in keyof LockOutValues]: string | null };
    const result = QuarantineChange.safeParse({ isQuarantined: true, reason, ...endOf(until, lock) });
    const late = result.data?.until ? lockOutEndProblem(result.data.until, new Date()) : null;
    const issues = [
      ...missingReason(reason),
      ...(result.error?.issues ?? []),
      ...(late === null ? [] : [{ path: ['until'], message: late }]),
    ];
    if (!result.success || issues.length > 0) return { success: false as const, error: { issues } };
    const { isQuarantined: _always, ...change } = result.data;
    return { success: true as const, data: change };
  },
});
