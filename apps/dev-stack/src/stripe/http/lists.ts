import { noSuchObject } from './stripe-error.ts';

interface PageParams {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** A page of objects, newest first. */
export function listPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: PageParams,
): { object: 'list'; data: Item[]; has_more: boolean; url: string } {
  const indexOf = (id: string, param: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw noSuchObject('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const data = items.slice(Math.max(0, end - limit), end);
    return { object: 'list', data, has_more: end > limit, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}
