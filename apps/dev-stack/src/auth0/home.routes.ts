import { Router } from 'express';
import * as z from 'zod';
import { formHandler } from '../emulator/form-handler.ts';
import { html } from '../emulator/html.ts';
import { modeForm } from '../emulator/mode-form.ts';
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

const ModeForm = z.object({ mode: z.enum(scenarioNames) });
const AccountChange = z.object({
  account: z.string(),
  change: z.enum(['block', 'unblock', 'delete', 'remove-factor']),
});

/** The page with the switch of the scenarios and the accounts. */
export function homeRoutes({ accounts, scenario, endLogins }: HomeOptions): Router {
  const routes = Router();
  routes.get('/', (_request, response) => sendPage(response, homePage(accounts.list(), scenario)));

  const changeScenario = formHandler(ModeForm, ({ mode }, response) => {
    scenario.change(Scenario.parse({ name: mode }));
    response.redirect(303, '/');
  });
  routes.post('/mode', changeScenario);

  const changeAccount = formHandler(AccountChange, ({ account, change }, response) => {
    if (change === 'delete') accounts.delete(account);
    else if (change === 'remove-factor') accounts.setSecondFactor(account, false);
    else accounts.setBlocked(account, change === 'block');
    const done = change === 'unblock' || change === 'remove-factor' ? Promise.resolve() : endLogins(account);
    void done.finally(() => response.redirect(303, '/'));
  });
  routes.post('/account', changeAccount);
  return routes;
}

function homePage(accounts: readonly Account[], scenario: CurrentScenario): Page {
  const rows = accounts.map(({ id, email, emailVerified, blocked, secondFactorAt }) => {
    const change = blocked === true ? 'unblock' : 'block';
    return [
      email,
      id,
      emailVerified ? 'Verified' : 'Not verified',
      secondFactorAt == null ? 'None' : 'Set up',
      html`<form method="post" action="/account">
        <input type="hidden" name="account" value="${id}" />
        <button class="plain" name="change" value="${change}">${blocked === true ? 'Unblock' : 'Block'}</button>
        <button class="plain" name="change" value="delete">Delete</button>
        ${secondFactorAt != null && html`<button class="plain" name="change" value="remove-factor">Remove factor</button>`}
      </form>`,
    ];
  });
  const modes = scenarioNames.map((value) => ({ value, label: scenarioLabels[value] }));
  const controls = modeForm({ name: 'What happens', modes, current: scenario.name });
  const body = table(['Email', 'User ID', 'Email verification', 'Second factor', 'Actions'], rows);
  return { title: 'Auth0 accounts', controls, body, footnote, layout: 'list' };
}
