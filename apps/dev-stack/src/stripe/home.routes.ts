import { Router } from 'express';
import type Stripe from 'stripe';
import * as z from 'zod';
import { formHandler } from '../emulator/form-handler.ts';
import { html } from '../emulator/html.ts';
import { modeForm } from '../emulator/mode-form.ts';
import { sendPage, type Page } from '../emulator/page.ts';
import { table } from '../emulator/table.ts';
import { footnote } from './checkout.pages.ts';
import { applyEdit, editNames, edits } from './edits.ts';
import { scenarioNames, scenarios, type CurrentScenario } from './scenarios.ts';
import { moveClock } from './scheduled-transitions.ts';
import { formatDate } from './portal.pages.ts';
import type { StripeState } from './state.ts';
import type { Webhooks } from './webhooks.ts';

const ModeForm = z.object({ mode: z.enum(scenarioNames) });
const EditForm = z.object({ customer: z.string(), edit: z.enum(editNames) });
const ClockMove = z.object({ days: z.coerce.number().positive().max(366) });

/** The switch of the scenarios, the list of customers, what staff can edit at Stripe, and buttons that move the clock. */
export function homeRoutes(state: StripeState, webhooks: Webhooks, scenario: CurrentScenario): Router {
  const routes = Router();
  routes.get('/', (_request, response) => sendPage(response, homePage(state, scenario)));
  const changeScenario = formHandler(ModeForm, ({ mode }, response) => {
    scenario.change(mode);
    response.redirect(303, '/');
  });
  routes.post('/mode', changeScenario);
  const advanceClock = formHandler(ClockMove, ({ days }, response) => {
    moveClock(days * 86_400, state);
    response.redirect(303, '/');
  });
  routes.post('/clock', advanceClock);
  const edit = formHandler(EditForm, (form, response) => {
    const customer = state.objects.find('customer', form.customer);
    if (customer) applyEdit(form.edit, customer, state);
    response.redirect(303, '/');
  });
  routes.post('/edits', edit);
  const sendThinEvent = formHandler(z.object({}), (_form, response) => {
    void webhooks.sendThinEvent().then(() => response.redirect(303, '/'));
  });
  routes.post('/thin-event', sendThinEvent);
  return routes;
}

const columns = [
  'Email',
  'Name',
  'Plan',
  'Subscriptions',
  'Period ends',
  { label: 'Edit as staff', className: 'when' },
];

function homePage({ objects, clock }: StripeState, scenario: CurrentScenario): Page {
  const rows = objects.all('customer').map((customer) => {
    const subscriptions = objects.all('subscription', (each) => each.customer === customer.id);
    const [subscription] = subscriptions;
    const item = subscription?.items.data[0];
    return [
      customer.email,
      customer.name,
      item?.price.lookup_key ?? 'None',
      subscriptions.map(({ status }) => status).join(', ') || 'None',
      item && formatDate(item.current_period_end),
      editForm(customer),
    ];
  });
  const modes = scenarioNames.map((value) => ({ value, label: scenarios[value].label }));
  const controls = html`<form method="post" action="/clock">
      <span class="quiet">Today is ${formatDate(clock.now)}</span>
      <button class="plain" name="days" value="1">Advance one day</button>
      <button class="plain" name="days" value="7">Advance 7 days</button>
      <button class="plain" name="days" value="30">Advance 30 days</button>
    </form>
    ${modeForm({ name: 'What happens', modes, current: scenario.name })}
    <form method="post" action="/thin-event"><button class="plain">Send a thin event</button></form>`;
  const body = rows.length === 0 ? html`<p class="empty">No customers yet.</p>` : table(columns, rows);
  return { title: 'Stripe customers', controls, body, footnote, layout: 'list' };
}

const editForm = ({ id, email }: Stripe.Customer) =>
  html`<form method="post" action="/edits">
    <input type="hidden" name="customer" value="${id}" />
    <select name="edit" aria-label="Edit of ${email ?? id}">
      ${editNames.map((name) => html`<option value="${name}">${edits[name].label}</option>`)}
    </select>
    <button class="plain">Apply</button>
  </form>`;
