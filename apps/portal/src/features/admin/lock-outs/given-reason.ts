import { messages } from '@portal/contract';
import { oneLine } from '../../../forms/one-line.ts';

/** A reason as it is sent; a line break that is still there then is no mistake. */
export const reasonOf = (typed: string | null) => typed && oneLine(typed);

/** The page asks for a reason, which the API leaves open: why it was is what support is asked first. */
export const missingReason = (reason: string | null) =>
  reason === null ? [{ path: ['reason'], message: messages.required }] : [];
