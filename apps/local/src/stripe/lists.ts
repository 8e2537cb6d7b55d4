import { missing } from './refusal.ts';

interface Paging {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** A page of objects, which are the newest first. */
export function listPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: Paging,
): { object: 'list'; data: Item[]; has_more: boolean; url: string } {
  const placeOf = (id: string, param: string) => {
    const place = items.findIndex((item) => item.id === id);
    if (place < 0) throw missing('object', id, param);
    return place;
  };
  if (before !== undefined) {
    const end = placeOf(before, 'ending_before');
    const data = items.slice(Math.max(0, end - limit), end);
    return { object: 'list', data, has_more: end > limit, url };
  }
  const start = after === undefined ? 0 : placeOf(after, 'starting_after') + 1;
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}
