import { Refusal } from './refusal.ts';
import type { Kinds, Objects } from './objects.ts';

type Shown = Record<string, unknown>;

/** Lists that a customer shows only when they are asked for. */
const includable: Readonly<Record<string, 'tax_id' | 'subscription'>> = {
  tax_ids: 'tax_id',
  subscriptions: 'subscription',
};

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null;

/** Shows whole what an answer refers to by id, along paths such as `data.setup_intent.payment_method`. */
export function expand(answer: object, paths: readonly string[], objects: Objects): object {
  const shown = structuredClone(answer) as Shown;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length - Number(parts[0] === 'data') > 4) {
      throw new Refusal('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    along(shown, parts, path, objects);
  }
  return shown;
}

function along(node: Shown, [part = '', ...rest]: readonly string[], path: string, objects: Objects): void {
  // Of what was deleted there is nothing left to show.
  if (node['deleted'] === true) return;
  if (node['object'] === 'customer' && includable[part] !== undefined) node[part] ??= listOf(node, part, objects);
  const value = node[part];
  if (value === undefined) throw new Refusal(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (Array.isArray(value)) {
    for (const item of value.filter(isShown)) along(item, rest, path, objects);
    return;
  }
  const whole = typeof value === 'string' ? structuredClone(objects.any(value)) : value;
  if (value !== null && !isShown(whole)) {
    throw new Refusal(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  node[part] = whole;
  if (isShown(whole) && rest.length > 0) along(whole, rest, path, objects);
}

function listOf(customer: Shown, name: string, objects: Objects) {
  const kind = includable[name] ?? 'tax_id';
  const data = objects.all(kind, (each: Kinds['tax_id'] | Kinds['subscription']) => each.customer === customer['id']);
  return { object: 'list', data, has_more: false, url: `/v1/customers/${String(customer['id'])}/${name}` };
}
