/** The database's clock in milliseconds, so that replicas whose clocks differ count alike. */
const now = `(extract(epoch FROM now()) * 1000)::bigint`;

/** When a window of so many milliseconds ends that begins now. */
export const endOfWindow = (length: string) => `${now} + ${length}::bigint`;

/**
 * Adds points to what is counted under a key, or begins to count anew once the time is over. `row` gives the key, the points
 * and when a count that begins now is over.
 */
export const addPoints = (row: string) => `
  INSERT INTO rate_limits AS so_far (key, points, expire) ${row}
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN so_far.expire > ${now} THEN so_far.points ELSE 0 END + excluded.points,
    expire = CASE WHEN so_far.expire > ${now} THEN so_far.expire ELSE excluded.expire END
  RETURNING points, (expire - ${now})::int AS "msLeft"`;
