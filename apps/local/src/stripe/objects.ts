import { join } from 'node:path';
import type Stripe from 'stripe';
import { monotonicFactory } from 'ulid';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';
import { missing } from './refusal.ts';

/** Every kind of object that is kept, each complete and with ids where Stripe would show ids. */
export interface Kinds {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  price: Stripe.Price;
  product: Stripe.Product;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  tax_id: Stripe.TaxId;
  'checkout.session': Stripe.Checkout.Session;
  'billing_portal.session': Stripe.BillingPortal.Session;
  event: Stripe.Event;
}
export type Kind = keyof Kinds;
type Kept = Kinds[Kind];

const kinds: readonly Kind[] = [
  'customer',
  'subscription',
  'invoice',
  'price',
  'product',
  'payment_method',
  'setup_intent',
  'tax_id',
  'checkout.session',
  'billing_portal.session',
  'event',
];

const nextUlid = monotonicFactory();

/** An id of Stripe’s form; later ones sort after earlier ones. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`;

const AnyObject = z.custom<Kept>(
  (value) => z.looseObject({ id: z.string(), object: z.enum(kinds) }).safeParse(value).success,
);

/** All that this Stripe knows. */
export class Objects {
  readonly #journals: ReadonlyMap<Kind, Journal<Kept>>;

  constructor(folder: string) {
    this.#journals = new Map(kinds.map((kind) => [kind, new Journal(join(folder, `${kind}.jsonl`), AnyObject)]));
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#of(kind).get(id) as Kinds[K] | undefined;
  }

  /** Fails as Stripe does where there is none; `param` names what referred to it. */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const found = this.find(kind, id);
    if (!found) throw missing(kind, id, param);
    return found;
  }

  /** The newest first. */
  all<K extends Kind>(kind: K, which: (object: Kinds[K]) => boolean = () => true): Kinds[K][] {
    const kept = this.#of(kind).values() as Kinds[K][];
    return kept.filter(which).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  }

  save<Object extends Kept>(object: Object): Object {
    this.#of(object.object).set(object.id, object);
    return object;
  }

  remove(object: Kept): void {
    this.#of(object.object).delete(object.id);
  }

  /** An object of any kind, for what refers to it. */
  any(id: string): Kept | undefined {
    return kinds.map((kind) => this.find(kind, id)).find((found) => found !== undefined);
  }

  #of(kind: Kind): Journal<Kept> {
    const journal = this.#journals.get(kind);
    if (!journal) throw new Error(`No objects of the kind ${kind} are kept`);
    return journal;
  }
}

/** The id of what is kept as an id; Stripe’s types say that it may be shown whole. */
export const idOf = (reference: string | { readonly id: string } | null | undefined) =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
