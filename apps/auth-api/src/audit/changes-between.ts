type Value = string | number | boolean | null;

/** Returns the fields of `after` that differ from `before`, each with both values, as audit details show a change. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): Record<string, { from: Value; to: Value }> {
  const names = Object.keys(after) as (keyof Fields & string)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name] as Value, to: after[name] as Value }]));
}
