import { createMember } from './support/accounts.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { findEmail } from './support/inbox.ts';
import { editStripe } from './support/stripe.ts';
import { waitForSubscription } from './support/subscription.ts';
import { expect, test } from './support/test.ts';
import { newEmail } from './support/user-flows.ts';

test('a billing contact confirms, gets an invoice, unsubscribes by one click and comes back', async ({
  context,
  page,
  anotherContext,
}) => {
  const user = await createMember(context, { firstName: 'Ada', lastName: 'Lovelace' });
  await waitForSubscription(context, user.id);
  const email = newEmail('books');
  const row = page.getByRole('region', { name: 'Billing contacts' }).getByRole('listitem').filter({ hasText: email });
  const hosted = await (await anotherContext()).newPage();

  await test.step('the owner adds the contact', async () => {
    await page.goto('/billing');
    await page.getByLabel('New contact').fill(email);
    await page.getByRole('button', { name: 'Add contact' }).click();
    await expect(row).toContainText('Not confirmed yet');
  });

  await test.step('the contact confirms on the page of the link', async () => {
    const { text } = await findEmail(email, /^Do you want to receive billing emails/);
    await hosted.goto(/http\S+\/billing-contacts\/confirm\S+/.exec(text)?.[0] ?? '');
    await expectAccessible(hosted, 'confirmation of a billing contact');
    await hosted.getByRole('button', { name: 'Receive billing emails' }).click();
    await expect(hosted.getByRole('heading', { name: 'You receive billing emails' })).toBeVisible();
    await page.reload();
    await expect(row.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  const { unsubscribe } = await test.step('the contact gets an invoice, with the name of the customer', async () => {
    await editStripe('invoiceInYen', user.email);
    const invoice = await findEmail(email, /is ready to be paid$/);
    expect(invoice.text).toContain('“Ada Lovelace” has ');
    expect(invoice.text).toContain('Due date: ');
    return invoice;
  });

  await test.step('the contact unsubscribes by one click, which the owner sees', async () => {
    expect(unsubscribe?.post).toBe('List-Unsubscribe=One-Click');
    const url = /<(http\S+)>/.exec(unsubscribe?.list ?? '')?.[1] ?? '';
    const form = { 'List-Unsubscribe': 'One-Click' };
    expect((await hosted.context().request.post(url, { form })).status()).toBe(200);
    await page.reload();
    await expect(row.getByText('Unsubscribed', { exact: true })).toBeVisible();
    await expectAccessible(page, 'billing contacts with one that unsubscribed');
    await hosted.goto(url);
    await hosted.getByRole('button', { name: 'Receive billing emails again' }).click();
    await expect(hosted.getByRole('heading', { name: 'You receive billing emails' })).toBeVisible();
    await page.reload();
    await expect(row.getByText('Confirmed', { exact: true })).toBeVisible();
  });
});
