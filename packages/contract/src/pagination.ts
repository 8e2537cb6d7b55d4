import * as z from 'zod/mini';
import { validationMessages } from './primitives.ts';

/** The `limit` of a page: a plain decimal integer from 1 to `max`. `1e1`, `0x10` and `5.0` are rejected. */
export function pageSize(max: number) {
  const message = `Must be a whole number from 1 to ${max}`;
  return z.pipe(
    z.transform((value: string | number) =>
      typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value,
    ),
    z.number(message).check(z.int(message), z.minimum(1, message), z.maximum(max, message)),
  );
}

// A cursor holds the sort key of the last row of a page. Each kind below serves one kind of order.

/** The id is a ULID, or that of an invoice at Stripe. */
const timeCursor = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9A-HJKMNP-TV-Z]{26}|in_\w{1,200})$/;

/** The cursor of a row in a list ordered by timestamp, then id. */
export const formatTimeCursor = (timestamp: string, id: string) => `${timestamp}_${id}`;

/** Parses a time cursor; null if it is malformed. */
export function parseTimeCursor(text: string): { timestamp: Date; id: string } | null {
  const [, timestamp, id] = timeCursor.exec(text) ?? [];
  if (timestamp === undefined || id === undefined || Number.isNaN(Date.parse(timestamp))) return null;
  return { timestamp: new Date(timestamp), id };
}

/** A cursor from `formatTimeCursor`. */
export const TimeCursor = z
  .string(validationMessages.invalid)
  .check(z.refine((text: string) => parseTimeCursor(text) !== null, validationMessages.invalid));

const rankCursor = /^(\d)_([0-9A-HJKMNP-TV-Z]{26})$/;

/** The cursor of a row in a list ordered by rank, then id. */
export const formatRankCursor = (rank: number, id: string) => `${rank}_${id}`;

/** Parses a rank cursor; null if it is malformed. */
export function parseRankCursor(text: string): { rank: number; id: string } | null {
  const [, rank, id] = rankCursor.exec(text) ?? [];
  return rank === undefined || id === undefined ? null : { rank: Number(rank), id };
}

/** A cursor from `formatRankCursor`. */
export const RankCursor = z.string(validationMessages.invalid).check(z.regex(rankCursor, validationMessages.invalid));

const sortCursor = /^(\d)_([0-9A-HJKMNP-TV-Z]{26})_([^\0\p{Cs}]{0,300})$/su;

/** The position of a row in a list ordered by rank, then sort key, then id. */
export interface SortPosition {
  readonly rank: number;
  readonly sortKey: string;
  readonly id: string;
}

/** The cursor of a row in a list ordered by rank, then sort key, then id. */
export const formatSortCursor = ({ rank, sortKey, id }: SortPosition) => `${rank}_${id}_${sortKey}`;

/** Parses a sort cursor; null if it is malformed. */
export function parseSortCursor(text: string): SortPosition | null {
  const [, rank, id, sortKey] = sortCursor.exec(text) ?? [];
  return rank === undefined || id === undefined || sortKey === undefined ? null : { rank: Number(rank), sortKey, id };
}

/** A cursor from `formatSortCursor`. */
export const SortCursor = z.string(validationMessages.invalid).check(z.regex(sortCursor, validationMessages.invalid));

/** The query of a list with sort cursors. Without parameters the response is the whole list. */
export const ListQuery = z.strictObject({
  /** The cursor of the previous page's last row, from its `Link` header. */
  after: z.optional(SortCursor),
  /** The maximum number of rows; 50 if only `after` is given. */
  limit: z.optional(pageSize(500)),
});
export type ListQuery = z.infer<typeof ListQuery>;
