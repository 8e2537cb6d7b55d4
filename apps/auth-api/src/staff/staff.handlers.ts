import type { staffCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { lockOutHandlers } from './lock-outs.handlers.ts';
import { peopleHandlers } from './people.handlers.ts';
import { signUpHandlers } from './sign-ups.handlers.ts';
import { staffWorkspaceHandlers } from './staff-workspaces.handlers.ts';

export const staffHandlers: Handlers<typeof staffCalls> = {
  ...peopleHandlers,
  ...lockOutHandlers,
  ...staffWorkspaceHandlers,
  ...signUpHandlers,
};
