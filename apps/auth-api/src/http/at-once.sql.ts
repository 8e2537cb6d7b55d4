import { addLines } from '../audit/record-acts.ts';
import type { NamedStatement } from '../database/named-statement.ts';
import { ageSeconds } from './idempotency.ts';
import { addPoints, endOfWindow } from './rate-limits.sql.ts';

/**
 * What a change does to the rows that it is about: queries for a `WITH`, the last of them `made`, which has a row if the
 * change was made. They read `admitted`, whose one row says whether it may be, before they lock or write.
 */
export interface ChangeStatement {
  readonly name: string;
  readonly parts: string;
}

/**
 * The whole change as one statement, so that all of it happens, or none: the first answer to the same request, the count
 * of the call, the rows, the lines of the log, the answer that is kept. What comes later names what comes before it,
 * so that it is counted unless it was answered, done unless there are too many, told and kept if it was done. A twin that
 * races fails by the key of the answer, with everything; asked again it finds the answer.
 */
export function wholeStatement({ name, parts }: ChangeStatement): NamedStatement {
  const own = Math.max(...[...parts.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)));
  const value = (at: number) => `$${own + at}`;
  const [lines, user, call] = [value(1), value(2), value(3)];
  const [ulid, hash, answer] = [value(4), value(5), value(6)];
  const [length, key, times] = [value(7), value(8), value(9)];
  const isNew = 'NOT EXISTS (SELECT FROM earlier)';
  const counted = addPoints(`SELECT ${key}, 1, ${endOfWindow(length)} WHERE ${isNew}`);
  const text = `
    WITH earlier AS (
      SELECT payload_hash, answer, ${ageSeconds} FROM idempotency_keys
      WHERE user_id = ${user} AND call = ${call} AND request_ulid = ${ulid}),
    counted AS (${counted}),
    admitted AS (SELECT points <= ${times}::int AS yes FROM counted),
    ${parts},
    told AS (${addLines(lines)} CROSS JOIN made),
    kept AS (
      INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, answer)
      SELECT ${user}, ${call}, ${ulid}, ${hash}, ${answer}::jsonb FROM made WHERE ${ulid} IS NOT NULL)
    SELECT earlier.payload_hash AS "payloadHash", earlier.answer, earlier."ageSeconds", counted.points, counted."msLeft",
      EXISTS (SELECT FROM made) AS "isMade"
    FROM (SELECT) AS one LEFT JOIN earlier ON true LEFT JOIN counted ON true`;
  return { name, text };
}
