type Value = string | number | boolean | null;

/**
 * Returns the fields of `after` that differ from `before`, each with both values, as audit details show a change. A field that
 * is undefined in `after` has not changed.
 */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
): Record<string, { from: Value; to: Value }> {
  const names = Object.keys(after) as (keyof Fields & string)[];
  const changed = names.filter((name) => after[name] !== undefined && before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name] as Value, to: after[name] as Value }]));
}
