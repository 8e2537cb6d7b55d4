/** Deletes the oldest entries of a map that has more than `maxSize`. */
export function deleteOldest(map: Map<string, unknown>, maxSize: number): void {
  for (const key of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(key);
  }
}
