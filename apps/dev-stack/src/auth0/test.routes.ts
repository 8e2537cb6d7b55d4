import express, { Router, type Response } from 'express';
import * as z from 'zod';
import { AccountEmail } from './account-email.ts';
import type { Accounts } from './accounts.ts';
import { Scenario, type CurrentScenario } from './scenarios.ts';
import { isStaffEmail, staffConnection } from './staff-connection.ts';

const BackdateLogins = z.strictObject({ account: z.string(), minutes: z.int().min(1).max(100_000) });

const NewStaffAccount = z.strictObject({
  email: AccountEmail.refine(isStaffEmail, {
    error: `must be an address of ${staffConnection.domain}`,
  }),
  password: z.string().min(8),
});

interface Options {
  readonly accounts: Accounts;
  readonly scenario: CurrentScenario;
  /** Moves the logins of an account back in time. Returns how many there were. */
  readonly backdateLogins: (accountId: string, seconds: number) => number;
}

/** What tests can do and Auth0's clients cannot: choose a scenario, backdate the logins of an account, and add staff accounts. */
export function testRoutes({ accounts, scenario, backdateLogins }: Options): Router {
  const routes = Router();

  routes.get('/_test/scenario', (_request, response) => {
    response.json(scenario.value);
  });
  routes.post('/_test/scenario', express.json(), (request, response) => {
    const body = Scenario.safeParse(request.body);
    if (!body.success) {
      sendInvalidInput(response, body.error);
      return;
    }
    scenario.change(body.data);
    response.json(scenario.value);
  });

  routes.post('/_test/logins', express.json(), (request, response) => {
    const body = BackdateLogins.safeParse(request.body);
    if (body.success) response.json({ moved: backdateLogins(body.data.account, body.data.minutes * 60) });
    else sendInvalidInput(response, body.error);
  });

  routes.post('/_test/staff-accounts', express.json(), async (request, response) => {
    const body = NewStaffAccount.safeParse(request.body);
    if (!body.success) {
      sendInvalidInput(response, body.error);
      return;
    }
    const account = await accounts.addStaffAccount(body.data.email, body.data.password);
    if (account) response.status(201).json({ id: account.id });
    else response.status(409).json({ error: 'An account with this email already exists.' });
  });
  return routes;
}

function sendInvalidInput(response: Response, error: z.ZodError): void {
  response.status(400).json({ error: z.prettifyError(error) });
}
