import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { startStripe } from '../src/stripe/stripe.ts';

const secretKey = `sk_test_${randomUUID()}`;

let dataDir: string;
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  stripe = await startStripe({ port: 0, dataDir, secretKey, webhookSecret: 'whsec_unused', log: () => undefined });
});
afterAll(async () => {
  await stripe.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface StripeResponse {
  readonly id: string;
  readonly invoice_pdf: string;
  readonly data: readonly Stripe.Invoice[];
}

async function request(method: string, path: string, form?: Record<string, string>) {
  const response = await fetch(stripe.url + path, {
    method,
    headers: { authorization: `Bearer ${secretKey}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, body: (await response.json()) as StripeResponse };
}

it('returns an invoice with the URL of its PDF, which names the customer and the total', async () => {
  const { id: customer } = (await request('POST', '/v1/customers', { name: 'Ada (李) \\ Byron' })).body;
  await request('POST', '/v1/subscriptions', {
    ...{ customer, 'items[0][price]': 'price_monthly' },
    ...{ collection_method: 'send_invoice', days_until_due: '30' },
  });
  const [listed] = (await request('GET', `/v1/invoices?customer=${customer}`)).body.data;
  const { body } = await request('GET', `/v1/invoices/${listed?.id ?? ''}`);
  const pdf = await fetch(body.invoice_pdf);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="Invoice-.+\.pdf"$/);
  const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  expect(text).toMatch(/^%PDF-1\.4\n/);
  expect(text).toContain(String.raw`(Bill to: Ada \(?\) \\ Byron)`);
  expect(text).toContain('(Total: $49.00)');
  // The table of objects is where the file says that it is, and lists where they are.
  const table = text.slice(Number(/startxref\n(\d+)\n/.exec(text)?.[1]));
  expect(table).toMatch(/^xref\n0 6\n/);
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `${number} 0 obj`),
  );
  expect(await (await fetch(`${stripe.url}/invoices/${listed?.id ?? ''}`)).text()).toContain('$49.00');
  expect((await request('GET', '/v1/invoices/in_unknown')).status).toBe(404);
});

it('verifies no tax number after the emulator has stopped, when its folder may be gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  const stopped = await startStripe({
    port: 0,
    dataDir: folder,
    secretKey,
    webhookSecret: 'whsec_unused',
    log: () => undefined,
  });
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const response = await fetch(stopped.url + path, { method: 'POST', headers, body: new URLSearchParams(form) });
    return (await response.json()) as { readonly id: string; readonly verification?: { readonly status: string } };
  };
  const { id } = await post('/v1/customers', { name: 'Ada' });
  const taxId = await post(`/v1/customers/${id}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' });
  expect(taxId.verification?.status).toBe('pending');
  await stopped.stop();
  // The verification takes one second.
  await sleep(1_200);
  expect(await readFile(join(folder, 'stripe', 'tax_id.jsonl'), 'utf8')).not.toContain('"verified"');
  await rm(folder, { recursive: true });
});

describe('invoices that staff edit', () => {
  let count = 0;

  async function subscriber() {
    const email = `staff-${count++}@example.com`;
    const { id: customer } = (await request('POST', '/v1/customers', { email })).body;
    await request('POST', '/v1/subscriptions', {
      customer,
      'items[0][price]': 'price_monthly',
      trial_period_days: '30',
    });
    const control = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      await fetch(stripe.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    return {
      edit: (edit: string) => control('/_test/edits', { edit, email }),
      moveClock: (days: number) => control('/_test/clock', { email, days }),
      list: async (query = '') => {
        const { body } = await request('GET', `/v1/invoices?customer=${customer}${query}`);
        return body.data;
      },
    };
  }

  it('have a number and a page only after the draft', async () => {
    const { edit, list } = await subscriber();
    await edit('draftInvoice');
    expect((await list())[0]).toMatchObject({ status: 'draft', number: null, hosted_invoice_url: null });
    await edit('finalizeDrafts');
    const [open] = await list();
    expect(open).toMatchObject({ status: 'open', number: expect.stringMatching(/-0002$/) as string });
    expect((await fetch(open?.hosted_invoice_url ?? '')).status).toBe(200);
    await edit('draftInvoice');
    await edit('deleteDrafts');
    expect((await list()).map(({ status }) => status)).toEqual(['open', 'paid']);
  });

  it('can be more than a page of the list', async () => {
    const { edit, list } = await subscriber();
    await edit('manyInvoices');
    const first = await list('&limit=100');
    const second = await list(`&limit=100&starting_after=${first.at(-1)?.id ?? ''}`);
    expect([first.length, second.length]).toEqual([100, 21]);
  });

  // Source: https://docs.stripe.com/api/invoices/object#invoice_object-period_end
  it('have the period before that of their lines, if they renew a subscription', async () => {
    const { edit, moveClock, list } = await subscriber();
    await edit('defaultCard');
    await moveClock(31);
    const [renewal] = await list();
    const [line] = renewal?.lines.data ?? [];
    expect(renewal?.period_start).toBeLessThan(line?.period.start ?? 0);
    expect(line?.period.start).toBeLessThan(line?.period.end ?? 0);
  });
});
