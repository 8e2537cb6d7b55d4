import type Stripe from 'stripe';
import { html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { testCards } from './cards.ts';

export const footnote = 'Stripe emulator. No real payments.';

interface CheckoutForm {
  readonly alert?: string;
  readonly values?: Record<string, string | undefined>;
}

export function checkoutPage(session: Stripe.Checkout.Session, { alert, values = {} }: CheckoutForm = {}): Page {
  const value = (name: string) => values[name] ?? '';
  const cards = testCards.map(
    ({ number, outcome }) =>
      html`<dt class="mono">${number}</dt>
        <dd>${outcome}</dd>`,
  );
  const body = html`<main class="roomy">
    <h1>Save your payment details</h1>
    <p class="quiet">You are charged when your trial ends.</p>
    ${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" class="stack">
      <div class="field">
        <label for="number">Card number</label>
        <input
          type="text"
          id="number"
          name="number"
          inputmode="numeric"
          autocomplete="cc-number"
          value="${value('number')}"
          required
        />
      </div>
      <div class="field">
        <label for="expiry">Expiration (MM / YY)</label>
        <input
          type="text"
          id="expiry"
          name="expiry"
          placeholder="12 / 34"
          autocomplete="cc-exp"
          value="${value('expiry')}"
          required
        />
      </div>
      <div class="field">
        <label for="cvc">Security code</label>
        <input
          type="text"
          id="cvc"
          name="cvc"
          inputmode="numeric"
          autocomplete="cc-csc"
          value="${value('cvc')}"
          required
        />
      </div>
      <button class="full">Save card</button>
      ${session.cancel_url !== null && html`<a class="button plain full" href="${session.cancel_url}">Back</a>`}
    </form>
    <h2>Test cards</h2>
    <dl class="cards">${cards}</dl>
  </main>`;
  return { title: 'Save your payment details', body, footnote };
}

export function expiredPage(session?: Stripe.Checkout.Session): Page {
  const backUrl = session?.cancel_url ?? null;
  const body = html`<main>
    <h1>This page has expired</h1>
    <p class="quiet">Go back and start again.</p>
    ${backUrl !== null && html`<div class="actions"><a class="button full" href="${backUrl}">Back</a></div>`}
  </main>`;
  return { title: 'This page has expired', body, footnote, status: 404 };
}
