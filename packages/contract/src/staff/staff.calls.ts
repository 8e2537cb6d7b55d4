import { defineCalls } from '../call.ts';
import { lockOutCalls } from './lock-outs.calls.ts';
import { peopleCalls } from './people.calls.ts';
import { signUpCalls } from './sign-ups.calls.ts';
import { staffWorkspaceCalls } from './staff-workspaces.calls.ts';

/** What staff do for customers. */
export const staffCalls = defineCalls({ ...peopleCalls, ...lockOutCalls, ...staffWorkspaceCalls, ...signUpCalls });
