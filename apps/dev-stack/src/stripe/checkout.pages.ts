import type Stripe from 'stripe';
import { field } from '../emulator/field.ts';
import { html, type Html } from '../emulator/html.ts';
import type { Page } from '../emulator/page.ts';
import { testCards, type CardForm } from './cards.ts';

export const footnote = 'Stripe emulator. No real payments.';

export interface CheckoutForm {
  readonly values?: CardForm;
  readonly errors?: CardForm;
}

export function checkoutPage(session: Stripe.Checkout.Session, { values = {}, errors }: CheckoutForm = {}): Page {
  const body = html`<form method="post" class="stack">
      ${cardFields(values, errors)}
      ${session.custom_text.submit && html`<p class="quiet">${session.custom_text.submit.message}</p>`}
      <button class="full">Save card</button>
      ${session.cancel_url !== null && html`<a class="button plain full" href="${session.cancel_url}">Back</a>`}
    </form>
    ${testCardList()}`;
  return { title: 'Save your payment details', body, footnote, layout: 'roomy' };
}

/** The fields of a card, for the checkout page and the page of an invoice. */
export const cardFields = (values: CardForm, errors: CardForm | undefined): Html =>
  html`${field({
      name: 'number',
      label: 'Card number',
      value: values.number ?? '',
      error: errors?.number,
      attributes: html`inputmode="numeric" autocomplete="cc-number"`,
    })}
    <div class="columns">
      ${field({
        name: 'expiry',
        label: 'Expiration (MM / YY)',
        value: values.expiry ?? '',
        error: errors?.expiry,
        attributes: html`placeholder="12 / 34" autocomplete="cc-exp"`,
      })}
      ${field({
        name: 'cvc',
        label: 'Security code',
        value: values.cvc ?? '',
        error: errors?.cvc,
        attributes: html`inputmode="numeric" autocomplete="cc-csc"`,
      })}
    </div>`;

export const testCardList = (): Html =>
  html`<h2>Test cards</h2>
    <dl class="cards">
      ${testCards.map(
        ({ number, outcome }) =>
          html`<dt class="mono">${number}</dt>
            <dd>${outcome}</dd>`,
      )}
    </dl>`;

export function expiredPage(session?: Stripe.Checkout.Session): Page {
  const backUrl = session?.cancel_url ?? null;
  return {
    title: 'This page has expired',
    lead: 'Go back and start again.',
    action: backUrl === null ? undefined : { label: 'Back', href: backUrl },
    footnote,
    status: 404,
  };
}
