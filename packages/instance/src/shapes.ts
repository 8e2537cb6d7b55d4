import { ConnectError } from './connect-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

const unexpected = (name: string) => new ConnectError('UnexpectedResponse', `${name} has an unexpected value`);

/** Returns the fields of an object. Throws a `ConnectError`, as all functions here, if it is none. */
export function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unexpected(name);
  return value as Fields;
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw unexpected(name);
  return value;
}

export function nullableTextOf(fields: Fields, name: string): string | null {
  return fields[name] === null ? null : textOf(fields, name);
}

export function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unexpected(name);
  return value;
}

export function integerOf(fields: Fields, name: string): number {
  const value = numberOf(fields, name);
  if (!Number.isSafeInteger(value)) throw unexpected(name);
  return value;
}

export function booleanOf(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw unexpected(name);
  return value;
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw unexpected(name);
  return value;
}

export function oneOf<Value extends string>(fields: Fields, name: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === fields[name]);
  if (found === undefined) throw unexpected(name);
  return found;
}
