import * as z from 'zod/mini';
import { messages } from '../fields.ts';

const cursor = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9A-HJKMNP-TV-Z]{26})$/;

/** The row after which the next page begins: its moment and its id. */
export const cursorOf = (moment: string, id: string) => `${moment}_${id}`;

/** What a cursor stands for; null if it is none. */
export function readCursor(text: string): { moment: Date; id: string } | null {
  const [, moment, id] = cursor.exec(text) ?? [];
  if (moment === undefined || id === undefined || Number.isNaN(Date.parse(moment))) return null;
  return { moment: new Date(moment), id };
}

/** A place in a list by time, as `cursorOf` writes it. */
export const Cursor = z
  .string(messages.invalid)
  .check(z.refine((text: string) => readCursor(text) !== null, messages.invalid));

const rankedCursor = /^(\d)_([0-9A-HJKMNP-TV-Z]{26})$/;

/** The row after which the next page begins, in a list that is ordered by a rank before the id. */
export const rankedCursorOf = (rank: number, id: string) => `${rank}_${id}`;

/** What a ranked cursor stands for; null if it is none. */
export function readRankedCursor(text: string): { rank: number; id: string } | null {
  const [, rank, id] = rankedCursor.exec(text) ?? [];
  return rank === undefined || id === undefined ? null : { rank: Number(rank), id };
}

/** A place in a ranked list, as `rankedCursorOf` writes it. */
export const RankedCursor = z.string(messages.invalid).check(z.regex(rankedCursor, messages.invalid));
