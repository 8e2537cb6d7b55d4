import type { supportCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { searchHandlers } from './search.handlers.ts';
import { userPageHandlers } from './user-page.handlers.ts';
import { workspacePageHandlers } from './workspace-page.handlers.ts';

export const supportHandlers: Handlers<typeof supportCalls> = {
  ...searchHandlers,
  ...userPageHandlers,
  ...workspacePageHandlers,
};
