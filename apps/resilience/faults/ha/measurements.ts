/** A request that succeeded or failed, by the clock of `performance.now()`. */
export interface TimedResult {
  readonly sentAt: number;
  readonly ms: number;
  readonly status: number;
}

/**
 * The longest time without a successful response from `from` to `to`: from the start, between two responses, or to the end. A
 * user who tries all the time waits for this long.
 */
export function worstGapMs(results: readonly TimedResult[], from: number, to: number): number {
  const successes = results
    .filter(({ status }) => status === 200)
    .map(({ sentAt, ms }) => sentAt + ms)
    .filter((time) => time >= from && time <= to)
    .toSorted((a, b) => a - b);
  const times = [from, ...successes, to];
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

/** How many results of the last `windowMs` succeeded. */
export const recentSuccesses = (results: readonly TimedResult[], now: number, windowMs: number): number =>
  results.filter(({ sentAt, ms, status }) => status === 200 && sentAt + ms > now - windowMs).length;

/** The ids that were acknowledged and are not stored. */
export function lostIds(acknowledged: Iterable<string>, stored: ReadonlySet<string>): string[] {
  return [...new Set(acknowledged)].filter((id) => !stored.has(id));
}

/** Replaces each `${NAME}` as envsubst does, but throws if a value is missing. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\$\{([A-Z_0-9]+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template needs a value for ${name}.`);
    return value;
  });
}

/** Replaces lines `key = value` of an INI file. A key that is not there is an error. */
export function overrideIni(text: string, overrides: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [key, value] of Object.entries(overrides)) {
    const line = new RegExp(`^${key} = .*\\n`, 'm');
    if (!line.test(result)) throw new Error(`The file has no line for ${key}.`);
    result = result.replace(line, `${value}\n`);
  }
  return result;
}
