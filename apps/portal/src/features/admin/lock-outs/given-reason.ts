import { messages } from '@portal/contract';

/** The page asks for a reason, which the API leaves open: why it was is what support is asked first. */
export const missingReason = (reason: string | null) =>
  reason === null ? [{ path: ['reason'], message: messages.required }] : [];
