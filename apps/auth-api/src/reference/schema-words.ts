import { PathId, Ulid } from '@portal/contract';
import { answers, inputs, type JsonSchema } from '../http/openapi-schemas.ts';
import { anchorOf, code, tableOf } from './markdown.ts';

type Written = JsonSchema & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Written[];
  readonly allOf?: readonly Written[];
  readonly items?: Written;
  readonly properties?: Readonly<Record<string, Written>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
};

const longestPattern = 40;
const kindsByPattern: ReadonlyMap<unknown, string> = new Map([
  [inputs.refer(Ulid)['pattern'], 'ULID'],
  [inputs.refer(PathId)['pattern'], 'id'],
]);
const formats: Readonly<Record<string, string>> = { 'date-time': 'moment', email: 'e-mail address', uri: 'address' };

/** The heading under which the reference describes a named schema. */
export const objectHeading = (name: string) => `${name} object`;

/** A table of an object’s fields, those of objects within it too; nothing where it has none. */
export function fieldsTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, '');
  return rows.length > 0 ? tableOf(['field', 'type', 'meaning'], rows) : '';
}

function fieldRows({ properties = {}, required = [] }: Written, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const type = required.includes(name) ? typeWords(field) : `${typeWords(field)}, optional`;
    return [[code(path), type, meaning(field)], ...fieldRows(inner(field), `${path}.`)];
  });
}

/** The object that a field is, or that its list or its choice is made of. */
const inner = (field: Written): Written => field.items ?? field.anyOf?.find(({ properties }) => properties) ?? field;

/** What kind of value a schema is. */
export function typeWords({ type, ...schema }: JsonSchema): string {
  const { anyOf }: Written = schema;
  const types = [type].flat() as (string | undefined)[];
  const kinds = anyOf ? anyOf.map(typeWords) : types.map((each) => (each === 'null' ? each : kindWords(each, schema)));
  return [...new Set(kinds)].join(' or ');
}

function kindWords(type: string | undefined, schema: Written): string {
  const { $ref, format, pattern, items, enum: values } = schema;
  if ($ref !== undefined) return referenceWords($ref.split('/').at(-1) ?? '');
  if (values) return values.map((value) => code(String(value))).join(' or ');
  if ('const' in schema) return code(String(schema.const));
  if (items) return `list of ${typeWords(items)}`;
  if (format !== undefined && formats[format] !== undefined) return formats[format];
  return kindsByPattern.get(pattern) ?? type ?? 'anything';
}

function referenceWords(name: string): string {
  const schema: Written = answers.components[name] ?? {};
  return schema.items ? typeWords(schema) : `[${name}](#${anchorOf(objectHeading(name))})`;
}

/** What a field says, and the rules that its type does not tell. */
function meaning(field: Written): string {
  const rules = [field, ...(field.anyOf ?? [])].flatMap((each) => [each, ...(each.allOf ?? [])]).flatMap(rulesOf);
  return [field.description ?? '', ...new Set(rules)].filter(Boolean).join(' ');
}

function rulesOf({ minLength = 0, maxLength, pattern, default: fallback }: Written): string[] {
  const least = minLength > 0 ? `${minLength} to ` : 'At most ';
  const isShown = pattern !== undefined && pattern.length <= longestPattern && !kindsByPattern.has(pattern);
  return [
    ...(maxLength === undefined ? [] : [`${least}${maxLength} characters.`]),
    ...(isShown ? [`Matches ${code(pattern)}.`] : []),
    ...(fallback === undefined ? [] : [`Otherwise ${code(JSON.stringify(fallback))}.`]),
  ];
}
