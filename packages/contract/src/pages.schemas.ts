import * as z from 'zod/mini';
import { messages } from './fields.ts';

/** How many rows a page has at most: in a query a plain integer, not `1e1`, `0x10` or `5.0`. */
export function pageSize(max: number) {
  const message = `Must be a whole number from 1 to ${max}`;
  return z.pipe(
    z.transform((given: string | number) =>
      typeof given === 'string' && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : given,
    ),
    z.number(message).check(z.int(message), z.minimum(1, message), z.maximum(max, message)),
  );
}

const placeCursor = /^(\d)_([0-9A-HJKMNP-TV-Z]{26})_([^\0\p{Cs}]{0,300})$/su;

/** Where a row stands in a list that is ordered by a rank, then by a text, then by the id. */
export interface PlaceInList {
  readonly rank: number;
  readonly order: string;
  readonly id: string;
}

/** The row after which the next page begins, in such a list. */
export const placeCursorOf = ({ rank, order, id }: PlaceInList) => `${rank}_${id}_${order}`;

/** What such a cursor stands for; null if it is none. */
export function readPlaceCursor(text: string): PlaceInList | null {
  const [, rank, id, order] = placeCursor.exec(text) ?? [];
  return rank === undefined || id === undefined || order === undefined ? null : { rank: Number(rank), order, id };
}

/** A place in such a list, as `placeCursorOf` writes it. */
export const PlaceCursor = z.string(messages.invalid).check(z.regex(placeCursor, messages.invalid));

/** Which part of such a list; all of it without either. */
export const PartOfList = z.strictObject({
  /** Where the page before ended, as its `Link` says it. */
  after: z.optional(PlaceCursor),
  /** How many rows a page has at most; 50 where only `after` is given. */
  limit: z.optional(pageSize(500)),
});
export type PartOfList = z.infer<typeof PartOfList>;
