/** A hue in degrees that is always the same for an id (FNV-1a hash, 24 steps). */
export function hueForId(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (((hash >>> 0) % 24) * 15 + 5) % 360;
}

/** The first letters of the first two words, or `?` if there are none. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[\s._@/+-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}
