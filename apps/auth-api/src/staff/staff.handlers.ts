import type { staffCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { lockOutHandlers } from './lock-outs.handlers.ts';

export const staffHandlers: Handlers<typeof staffCalls> = { ...lockOutHandlers };
