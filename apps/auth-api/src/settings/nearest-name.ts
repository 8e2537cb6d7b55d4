import { distance } from 'fastest-levenshtein';

/** How many characters two names may differ by and still be taken for one name and its mistyped form. */
const largestDistance = (name: string) => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

/** The known name that a name was most likely meant to be, or null where none is close. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const given = name.toUpperCase();
  let nearest: string | null = null;
  let least = largestDistance(name) + 1;
  for (const candidate of known) {
    const apart = distance(given, candidate);
    if (apart < least) [nearest, least] = [candidate, apart];
  }
  return nearest;
}
