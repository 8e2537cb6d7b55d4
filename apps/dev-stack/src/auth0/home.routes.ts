import { Router } from 'express';
import * as z from 'zod';
import { formHandler } from '../emulator/form-handler.ts';
import { html } from '../emulator/html.ts';
import { sendPage, type Page } from '../emulator/page.ts';
import { table } from '../emulator/table.ts';
import type { Account, Accounts } from './accounts.ts';
import { footnote } from './pages.ts';
import { Scenario, scenarioLabels, scenarioNames, type CurrentScenario } from './scenarios.ts';

interface HomeOptions {
  readonly accounts: Accounts;
  readonly scenario: CurrentScenario;
  /** Ends the remembered logins of an account and notifies the application. */
  readonly endLogins: (accountId: string) => Promise<void>;
}

const AccountChange = z.object({ account: z.string(), change: z.enum(['block', 'unblock', 'delete']) });

/** The page with the switch of the scenarios and the accounts. */
export function homeRoutes({ accounts, scenario, endLogins }: HomeOptions): Router {
  const routes = Router();
  routes.get('/', (_request, response) => sendPage(response, homePage(accounts.list(), scenario)));

  const changeScenario = formHandler(Scenario, (chosen, response) => {
    scenario.change(chosen);
    response.redirect(303, '/');
  });
  routes.post('/scenario', changeScenario);

  const changeAccount = formHandler(AccountChange, ({ account, change }, response) => {
    if (change === 'delete') accounts.delete(account);
    else accounts.setBlocked(account, change === 'block');
    const done = change === 'unblock' ? Promise.resolve() : endLogins(account);
    void done.finally(() => response.redirect(303, '/'));
  });
  routes.post('/account', changeAccount);
  return routes;
}

function homePage(accounts: readonly Account[], scenario: CurrentScenario): Page {
  const rows = accounts.map(({ id, email, emailVerified, blocked }) => {
    const change = blocked === true ? 'unblock' : 'block';
    return [
      { content: email },
      { content: id },
      { content: emailVerified ? 'Verified' : 'Not verified' },
      {
        content: html`<form method="post" action="/account">
          <input type="hidden" name="account" value="${id}" />
          <button class="plain" name="change" value="${change}">${blocked === true ? 'Unblock' : 'Block'}</button>
          <button class="plain" name="change" value="delete">Delete</button>
        </form>`,
      },
    ];
  });
  const body = html`<header class="top">
      <h1>Login service</h1>
      <form method="post" action="/scenario">
        <label for="name">What happens</label>
        <select id="name" name="name">
          ${scenarioNames.map(
            (name) =>
              html`<option value="${name}" ${name === scenario.name && html`selected`}>
                ${scenarioLabels[name]}
              </option>`,
          )}
        </select>
        <button class="plain">Apply</button>
      </form>
    </header>
    <main>${table(['Email', 'User ID', 'Email verification', 'Actions'], rows)}</main>`;
  return { title: 'Auth0 emulator', body, footnote, layout: 'wide' };
}
