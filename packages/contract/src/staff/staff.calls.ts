import { defineCalls } from '../call.ts';
import { lockOutCalls } from './lock-outs.calls.ts';

/** What staff do for customers. */
export const staffCalls = defineCalls({ ...lockOutCalls });
