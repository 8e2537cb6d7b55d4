/** What was measured at a moment, in seconds since the beginning. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** What a process takes in its first quarter it may keep: code that is compiled, pools that fill, caches. */
const warmUpShare = 0.25;
const spans = 12;

/**
 * By how much something grew over the time that was measured, after it was warm. What a collection of garbage or a quiet
 * moment takes away was not leaked, so only the least of each span counts; the slope is the median of those between any
 * two spans, which a single odd one does not move.
 */
export function growthOf(points: readonly Point[]): number {
  const end = Math.max(0, ...points.map(({ at }) => at));
  const begin = end * warmUpShare;
  const length = (end - begin) / spans;
  const floors = Array.from({ length: spans }, (_, span) =>
    points.filter(({ at }) => at > begin + span * length && at <= begin + (span + 1) * length),
  )
    .filter((within) => within.length > 0)
    .map((within) => within.reduce((least, point) => (point.value < least.value ? point : least)));
  const slopes = floors.flatMap((one, index) =>
    floors.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return median(slopes) * (end - begin);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? 0 : ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
