import express, { Router } from 'express';
import * as z from 'zod';
import type { Accounts } from './accounts.ts';
import { companyConnection, isCompanyAddress } from './company-connection.ts';

const NewColleague = z.strictObject({
  email: z
    .email()
    .max(254)
    .toLowerCase()
    .refine(isCompanyAddress, { error: `must be an address of ${companyConnection.domain}` }),
  password: z.string().min(8),
});

/** Lets a test add people to the company's directory: POST /_test/company-accounts answers the id of the new account. */
export function companyAccountRoutes(accounts: Accounts): Router {
  const routes = Router();
  routes.post('/_test/company-accounts', express.json(), async (request, response) => {
    const wanted = NewColleague.safeParse(request.body);
    if (!wanted.success) {
      response.status(400).json({ error: z.prettifyError(wanted.error) });
      return;
    }
    const account = await accounts.addToCompany(wanted.data.email, wanted.data.password);
    if (account) response.status(201).json({ id: account.id });
    else response.status(409).json({ error: 'The address is in the directory already.' });
  });
  return routes;
}
