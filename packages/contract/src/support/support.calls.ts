import { defineCalls } from '../call.ts';
import { searchCalls } from './search.calls.ts';
import { userPageCalls } from './user-page.calls.ts';
import { workspacePageCalls } from './workspace-page.calls.ts';

/** What support looks up. */
export const supportCalls = defineCalls({ ...searchCalls, ...userPageCalls, ...workspacePageCalls });
