import express, { Router } from 'express';
import { html } from '../stand-in/html.ts';
import { sendPage, type Page } from '../stand-in/page.ts';
import { note } from './checkout.pages.ts';
import { doWhatIsDue } from './due.ts';
import { dateOf } from './portal.pages.ts';
import type { World } from './world.ts';

/** Who is a customer here, and a way to see what time brings. */
export function homeRoutes(world: World): Router {
  const routes = Router();
  routes.get('/', (_request, response) => sendPage(response, homePage(world)));
  routes.post('/clock', express.urlencoded({ extended: false }), (request, response) => {
    if (request.get('sec-fetch-site') === 'cross-site') {
      response.status(403).end();
      return;
    }
    const days = Number((request.body as { days?: string } | undefined)?.days);
    if (days > 0 && days <= 366) world.clock.advance(days * 86_400);
    doWhatIsDue(world);
    response.redirect(303, '/');
  });
  return routes;
}

function homePage({ objects, clock }: World): Page {
  const rows = objects.all('customer').map((customer) => {
    const [subscription] = objects.all('subscription', (each) => each.customer === customer.id);
    const item = subscription?.items.data[0];
    return html`<tr>
      <td>${customer.email}</td>
      <td>${customer.name}</td>
      <td>${item?.price.lookup_key ?? 'none'}</td>
      <td>${subscription?.status ?? 'no subscription'}</td>
      <td>${item ? dateOf(item.current_period_end) : ''}</td>
    </tr>`;
  });
  const body = html`<header class="top">
      <h1>Customers</h1>
      <form method="post" action="/clock">
        <span class="quiet">Today is ${dateOf(clock.now)}</span>
        <button class="plain" name="days" value="1">One day on</button>
        <button class="plain" name="days" value="30">Thirty days on</button>
      </form>
    </header>
    <main>${rows.length === 0 ? html`<p class="empty">Nobody is a customer yet.</p>` : table(rows)}</main>`;
  return { title: 'Local Stripe', body, note, layout: 'wide' };
}

const table = (rows: ReturnType<typeof html>[]) =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Email</th>
        <th scope="col">Name</th>
        <th scope="col">Plan</th>
        <th scope="col">Subscription</th>
        <th scope="col">Period ends</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
