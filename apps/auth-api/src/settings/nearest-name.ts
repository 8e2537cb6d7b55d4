/** How many characters two names may differ by and still be taken for one name and its mistyped form. */
const largestDistance = (name: string) => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

/** The known name that a name was most likely meant to be, or null where none is close. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const given = name.toUpperCase();
  let nearest: string | null = null;
  let least = largestDistance(name) + 1;
  for (const candidate of known) {
    const distance = editDistance(given, candidate, least);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours; `limit` where it is no less. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return Math.min(row[to.length] ?? limit, limit);
}
