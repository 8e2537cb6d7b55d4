import pg from 'pg';

const anyDateOf = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * The date of a moment as PostgreSQL writes it, `2026-02-03 04:05:06.789+00` in a session of UTC. pg’s own parser, to which
 * every other form is left, takes four times as long.
 */
export function dateOfText(text: string): unknown {
  const isUsual = text.endsWith('+00') && text[4] === '-' && !text.startsWith('00');
  if (!isUsual) return anyDateOf(text);
  const number = (from: number, to: number) => numberIn(text, from, to);
  const end = Math.min(23, text.length - 3);
  const milliseconds = number(20, end) * 10 ** (23 - end);
  const [month, day] = [number(5, 7) - 1, number(8, 10)];
  return new Date(Date.UTC(number(0, 4), month, day, number(11, 13), number(14, 16), number(17, 19), milliseconds));
}

function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}
