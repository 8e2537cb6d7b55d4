import { StripeError } from './stripe-error.ts';
import type { ObjectTypes, Objects } from '../objects.ts';

type ExpandedObject = Record<string, unknown>;

/** Lists of a customer that are only included if expanded. */
const expandableLists: Readonly<Record<string, 'tax_id' | 'subscription'>> = {
  tax_ids: 'tax_id',
  subscriptions: 'subscription',
};

const isObject = (value: unknown): value is ExpandedObject => typeof value === 'object' && value !== null;

/** As the response is sent: a `Stripe.Decimal` is a text. */
const copyAsJson = (object: object) => JSON.parse(JSON.stringify(object)) as ExpandedObject;

function copyOf(id: string, objects: Objects) {
  const object = objects.findAny(id);
  return object && copyAsJson(object);
}

/** Replaces ids in a response by their objects, along paths such as `data.setup_intent.payment_method`. */
export function expand(response: object, paths: readonly string[], objects: Objects): object {
  const expanded = copyAsJson(response);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length - Number(parts[0] === 'data') > 4) {
      throw new StripeError('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    expandPath(expanded, parts, path, objects);
  }
  return expanded;
}

function expandPath(
  node: ExpandedObject,
  [part = '', ...rest]: readonly string[],
  path: string,
  objects: Objects,
): void {
  // A deleted object has no properties to expand.
  if (node['deleted'] === true) return;
  if (node['object'] === 'customer' && expandableLists[part] !== undefined)
    node[part] ??= relatedList(node, part, objects);
  const value = node[part];
  if (value === undefined) throw new StripeError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (Array.isArray(value)) {
    for (const item of value.filter(isObject)) expandPath(item, rest, path, objects);
    return;
  }
  const object = typeof value === 'string' ? copyOf(value, objects) : value;
  if (value !== null && !isObject(object)) {
    throw new StripeError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  node[part] = object;
  if (isObject(object) && rest.length > 0) expandPath(object, rest, path, objects);
}

function relatedList(customer: ExpandedObject, name: string, objects: Objects) {
  const kind = expandableLists[name] ?? 'tax_id';
  const data = objects.all(
    kind,
    (each: ObjectTypes['tax_id'] | ObjectTypes['subscription']) => each.customer === customer['id'],
  );
  return { object: 'list', data, has_more: false, url: `/v1/customers/${String(customer['id'])}/${name}` };
}
