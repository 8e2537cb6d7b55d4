import express, { Router, type RequestHandler, type Response } from 'express';
import * as z from 'zod';

const Fault = z.strictObject({
  /** Answer with this status instead of doing anything. */
  status: z.int().min(400).max(599).optional(),
  /** Wait that long first. */
  delayMs: z.int().min(0).max(120_000).optional(),
  /** Do what was asked for, then break the connection instead of answering. */
  loseAnswer: z.boolean().optional(),
  /** Only requests of this method; else all. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** The fault ends after so many requests. */
  times: z.int().min(1).optional(),
});

const asOAuth = (part: string): object => ({
  error: 'fault',
  error_description: `${part} is switched off for a test`,
});

/**
 * Lets a test break parts of a stand-in: POST /_test/faults replaces all faults, `{}` ends them, GET reads them. `body`
 * is what a part answers then, as its service words failures.
 */
export function faultSwitch<Part extends string>(parts: readonly Part[], body = asOAuth) {
  const Faults = z.partialRecord(z.enum(parts), Fault);
  let faults: z.infer<typeof Faults> = {};

  const routes = Router();
  routes.get('/_test/faults', (_request, response) => {
    response.json(faults);
  });
  routes.post('/_test/faults', express.json(), (request, response) => {
    const wanted = Faults.safeParse(request.body);
    if (!wanted.success) {
      response.status(400).json({ error: z.prettifyError(wanted.error) });
      return;
    }
    faults = wanted.data;
    response.json(faults);
  });

  const without = (part: Part): typeof faults => {
    const { [part]: _ended, ...rest } = faults as Record<Part, unknown>;
    return rest as typeof faults;
  };

  const breaks =
    (part: Part): RequestHandler =>
    ({ method }, response, next) => {
      const wished: z.infer<typeof Fault> | undefined = faults[part];
      const fault = wished?.method === undefined || wished.method === method ? wished : undefined;
      if (fault?.times !== undefined) fault.times -= 1;
      if (fault?.times === 0) faults = without(part);
      if (fault?.loseAnswer) loseAnswerOf(response);
      const answer = () => {
        if (fault?.status === undefined) next();
        else response.status(fault.status).json(body(part));
      };
      // What nobody waits for any more keeps no stopped stand-in alive.
      setTimeout(answer, fault?.delayMs ?? 0).unref();
    };

  return { routes, breaks };
}

function loseAnswerOf(response: Response): void {
  response.end = () => {
    response.socket?.destroy();
    return response;
  };
}
