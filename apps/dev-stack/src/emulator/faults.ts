import express, { Router, type RequestHandler, type Response } from 'express';
import * as z from 'zod';

const Fault = z.strictObject({
  /** Respond with this status and do nothing. */
  status: z.int().min(400).max(599).optional(),
  /** Wait before handling the request. */
  delayMs: z.int().min(0).max(120_000).optional(),
  /** Handle the request, then close the connection without a response. */
  dropResponse: z.boolean().optional(),
  /** Only for requests with this method; all methods by default. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** Remove the fault after this many requests. */
  times: z.int().min(1).optional(),
});

export type Fault = z.infer<typeof Fault>;

const oauthErrorBody = (target: string, _status: number): object => ({
  error: 'fault',
  error_description: `A test injected a fault into ${target}`,
});

/**
 * Lets tests inject faults into an emulator: `POST /_test/faults` replaces all faults by target, `{}` removes them, GET
 * returns them, and so do `change` and `current` for a page. `errorBody` is the response body of a fault with a status, in the format of the emulated service.
 */
export function createFaults<Target extends string>(targets: readonly Target[], errorBody = oauthErrorBody) {
  const Faults = z.partialRecord(z.enum(targets), Fault);
  let faults: z.infer<typeof Faults> = {};

  const routes = Router();
  routes.get('/_test/faults', (_request, response) => {
    response.json(faults);
  });
  routes.post('/_test/faults', express.json(), (request, response) => {
    const parsed = Faults.safeParse(request.body);
    if (!parsed.success) {
      response.status(400).json({ error: z.prettifyError(parsed.error) });
      return;
    }
    faults = parsed.data;
    response.json(faults);
  });

  const withoutTarget = (target: Target): typeof faults => {
    const { [target]: _removed, ...rest } = faults as Record<Target, unknown>;
    return rest as typeof faults;
  };

  const injectFault =
    (target: Target): RequestHandler =>
    ({ method }, response, next) => {
      const fault: z.infer<typeof Fault> | undefined = faults[target];
      if (fault === undefined || (fault.method ?? method) !== method) {
        next();
        return;
      }
      if (fault.times !== undefined) fault.times -= 1;
      if (fault.times === 0) faults = withoutTarget(target);
      if (fault.dropResponse) dropResponse(response);
      const respond = () => {
        if (fault.status === undefined) next();
        else response.status(fault.status).json(errorBody(target, fault.status));
      };
      // A pending delay must not keep a stopped emulator alive.
      setTimeout(respond, fault.delayMs ?? 0).unref();
    };

  return {
    routes,
    injectFault,
    current: (): Partial<Record<Target, Fault>> => faults,
    change(next: z.infer<typeof Faults>) {
      faults = next;
    },
  };
}

function dropResponse(response: Response): void {
  response.end = () => {
    response.socket?.destroy();
    return response;
  };
}
