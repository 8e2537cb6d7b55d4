/** What was measured at a moment, in seconds since the beginning. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** By how much something grew from the first moment to the last: the median of all slopes, which one odd moment does not move. */
export function growthOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return median(slopes) * ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? 0 : ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
