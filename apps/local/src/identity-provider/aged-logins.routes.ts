import express, { Router } from 'express';
import * as z from 'zod';

const Aging = z.strictObject({ account: z.string(), minutes: z.int().min(1).max(100_000) });

/** Lets a test make logins older than they are: POST /_test/logins moves those of an account back by so many minutes. */
export function agedLoginRoutes(moveBack: (accountId: string, seconds: number) => number): Router {
  const routes = Router();
  routes.post('/_test/logins', express.json(), (request, response) => {
    const wanted = Aging.safeParse(request.body);
    if (!wanted.success) {
      response.status(400).json({ error: z.prettifyError(wanted.error) });
      return;
    }
    response.json({ moved: moveBack(wanted.data.account, wanted.data.minutes * 60) });
  });
  return routes;
}
