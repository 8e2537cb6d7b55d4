import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Objects } from '../src/stripe/objects.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-objects-'));
});
afterEach(() => rm(folder, { recursive: true }));

const writeCustomers = (value: object) =>
  writeFile(join(folder, 'customer.jsonl'), `${JSON.stringify({ key: 'cus_1', value })}\n`);

it('stored objects are read again', async () => {
  await writeCustomers({ id: 'cus_1', object: 'customer', email: 'ada@example.com' });
  expect(new Objects(folder).get('customer', 'cus_1')).toMatchObject({ email: 'ada@example.com' });
});

it('an object of another type in a file is reported', async () => {
  await writeCustomers({ id: 'cus_1', object: 'invoice' });
  expect(() => new Objects(folder)).toThrow(/was written by another version/);
});
