type Value = string | number | boolean | null;

/** The fields of `after` that differ from `before`, with both values: what the audit log says of a change. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): Record<string, { from: Value; to: Value }> {
  const names = Object.keys(after) as (keyof Fields & string)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name] as Value, to: after[name] as Value }]));
}
