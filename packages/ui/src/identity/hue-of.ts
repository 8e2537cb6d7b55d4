/** A hue that is always the same for the same id, spread over the circle. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (((hash >>> 0) % 24) * 15 + 5) % 360;
}

/** The first letters of a name's first two words, for a tile of two letters at most. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[\s._@/+-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
