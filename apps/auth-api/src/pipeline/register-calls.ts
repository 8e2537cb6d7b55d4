import type { Call, Calls } from '@portal/contract';
import type { Request, Response, Router } from 'express';
import { contextOf } from '../middleware/request-context.ts';
import type { Services } from '../services.ts';
import { handleCall } from './pipeline.ts';
import { sendResponse } from './respond.ts';
import type { CallHandler, Handlers } from './types.ts';

/** Registers a route for each call of a feature. */
export function registerCalls<C extends Calls>(
  router: Router,
  calls: C,
  handlers: Handlers<C>,
  services: Services,
): void {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const method = call.method.toLowerCase() as Lowercase<Call['method']>;
    const given = handlers[name] as CallHandler | CallHandler['execute'];
    const handler = typeof given === 'function' ? { execute: given } : given;
    router[method](call.path, async (req: Request, res: Response) => {
      contextOf(res).setRoute(call.path, { name, call });
      const response = await handleCall({ name, call, handler, req, res, services });
      await sendResponse(res, call, response, services);
    });
  }
}
