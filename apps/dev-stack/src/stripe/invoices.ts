import * as z from 'zod';
import { assertKnownCustomer } from './customers.ts';
import { listPage } from './http/lists.ts';
import type { Operations } from './http/operations.ts';
import { nonEmpty, pageParams } from './http/params.ts';
import { idOf } from './objects.ts';
import type { StripeState } from './state.ts';

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Subscriptions create invoices, so no operation does. */
export function addInvoiceOperations(operations: Operations, state: StripeState): void {
  const { objects } = state;
  const shape = { ...pageParams, customer: nonEmpty.optional(), status: z.enum(statuses).optional() };
  operations.add('get', '/v1/invoices', shape, ({ customer, status, ...page }) => {
    assertKnownCustomer(customer, state);
    const invoices = objects.all(
      'invoice',
      (each) =>
        (customer === undefined || idOf(each.customer) === customer) &&
        (status === undefined || each.status === status),
    );
    return listPage(invoices, '/v1/invoices', page);
  });

  operations.add('get', '/v1/invoices/:id', {}, (_params, { id = '' }) => objects.get('invoice', id));
}
