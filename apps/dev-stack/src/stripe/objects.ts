import { join } from 'node:path';
import type Stripe from 'stripe';
import { monotonicFactory } from 'ulid';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';
import { noSuchObject } from './http/stripe-error.ts';

/** The stored objects by type. References are ids, as in Stripe's unexpanded responses. */
export interface ObjectTypes {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  price: Stripe.Price;
  product: Stripe.Product;
  payment_method: Stripe.PaymentMethod;
  /** A card of the Sources API, which older customers still have. */
  card: Stripe.Card;
  setup_intent: Stripe.SetupIntent;
  tax_id: Stripe.TaxId;
  'checkout.session': Stripe.Checkout.Session;
  'billing_portal.session': Stripe.BillingPortal.Session;
  event: Stripe.Event;
}
export type ObjectType = keyof ObjectTypes;
type StoredObject = ObjectTypes[ObjectType];

const objectTypes: readonly ObjectType[] = [
  'customer',
  'subscription',
  'invoice',
  'price',
  'product',
  'payment_method',
  'card',
  'setup_intent',
  'tax_id',
  'checkout.session',
  'billing_portal.session',
  'event',
];

const nextUlid = monotonicFactory();

/** An id in Stripe’s format. Ids sort by creation. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`;

/** Only this emulator writes the files. A schema of all fields would repeat Stripe's types. */
function storedObject<K extends ObjectType>(kind: K) {
  const identified = z.looseObject({ id: z.string(), object: z.literal(kind) });
  return z.custom<ObjectTypes[K]>((value) => identified.safeParse(value).success);
}

/** The stored objects of the emulator. */
export class Objects {
  readonly #journals: ReadonlyMap<ObjectType, Journal<StoredObject>>;

  constructor(folder: string) {
    this.#journals = new Map(
      objectTypes.map((kind) => [kind, new Journal<StoredObject>(join(folder, `${kind}.jsonl`), storedObject(kind))]),
    );
  }

  find<K extends ObjectType>(kind: K, id: string): ObjectTypes[K] | undefined {
    return this.#of(kind).get(id) as ObjectTypes[K] | undefined;
  }

  /** Throws Stripe's error if there is no such object. `param` is the parameter that refers to it. */
  get<K extends ObjectType>(kind: K, id: string, param?: string): ObjectTypes[K] {
    const object = this.find(kind, id);
    if (!object) throw noSuchObject(kind, id, param);
    return object;
  }

  /** Newest first. */
  all<K extends ObjectType>(kind: K, matches: (object: ObjectTypes[K]) => boolean = () => true): ObjectTypes[K][] {
    const stored = this.#of(kind).values() as ObjectTypes[K][];
    return stored.filter(matches).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  }

  save<Object extends StoredObject>(object: Object): Object {
    this.#of(object.object).set(object.id, object);
    return object;
  }

  remove(object: StoredObject): void {
    this.#of(object.object).delete(object.id);
  }

  /** An object of any type. */
  findAny(id: string): StoredObject | undefined {
    return objectTypes.map((kind) => this.find(kind, id)).find((found) => found !== undefined);
  }

  #of(kind: ObjectType): Journal<StoredObject> {
    const journal = this.#journals.get(kind);
    if (!journal) throw new Error(`${kind} objects are not stored`);
    return journal;
  }
}

/** The id of a reference, which Stripe’s types allow to be expanded. */
export const idOf = (reference: string | { readonly id: string } | null | undefined) =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
