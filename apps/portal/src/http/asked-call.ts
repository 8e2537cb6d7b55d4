import type { Call } from '@portal/contract';

/** What the portal reads of a call; its build leaves out the rest of the table. */
export const readOfCalls = ['method', 'path', 'access', 'answers', 'result', 'reads', 'changes'] as const;

/** A call of the contract, as far as whoever asks for it has to know it. */
export type AskedCall = Pick<Call, (typeof readOfCalls)[number]>;
