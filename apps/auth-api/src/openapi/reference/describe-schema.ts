import { IdInput, Ulid } from '@portal/contract';
import { outputSchemas, inputSchemas, type JsonSchema } from '../schemas.ts';
import { headingAnchor, code, markdownTable } from './markdown.ts';

type SchemaNode = JsonSchema & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
};

const maxShownPatternLength = 40;
const typeNamesByPattern: ReadonlyMap<unknown, string> = new Map([
  [inputSchemas.schemaOrRef(Ulid)['pattern'], 'ULID'],
  [inputSchemas.schemaOrRef(IdInput)['pattern'], 'id'],
]);
const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'moment',
  email: 'e-mail address',
  uri: 'address',
};

/** The heading under which the reference describes a named schema. */
export const objectHeading = (name: string) => `${name} object`;

/** A table of an object’s fields, those of objects within it too; nothing where it has none. */
export function fieldsTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, '');
  return rows.length > 0 ? markdownTable(['field', 'type', 'meaning'], rows) : '';
}

function fieldRows({ properties = {}, required = [] }: SchemaNode, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const type = required.includes(name) ? describeType(field) : `${describeType(field)}, optional`;
    return [[code(path), type, describeField(field)], ...fieldRows(nestedObject(field), `${path}.`)];
  });
}

/** The object that a field is, or that its list or its choice is made of. */
const nestedObject = (field: SchemaNode): SchemaNode =>
  field.items ?? field.anyOf?.find(({ properties }) => properties) ?? field;

/** What kind of value a schema is. */
export function describeType({ type, ...schema }: JsonSchema): string {
  const { anyOf }: SchemaNode = schema;
  const types = [type].flat() as (string | undefined)[];
  const kinds = anyOf
    ? anyOf.map(describeType)
    : types.map((each) => (each === 'null' ? each : describeSingleType(each, schema)));
  return [...new Set(kinds)].join(' or ');
}

function describeSingleType(type: string | undefined, schema: SchemaNode): string {
  const { $ref, format, pattern, items, enum: values } = schema;
  if ($ref !== undefined) return describeReference($ref.split('/').at(-1) ?? '');
  if (values) return values.map((value) => code(String(value))).join(' or ');
  if ('const' in schema) return code(String(schema.const));
  if (items) return `list of ${describeType(items)}`;
  if (format !== undefined && formatNames[format] !== undefined) return formatNames[format];
  return typeNamesByPattern.get(pattern) ?? type ?? 'anything';
}

function describeReference(name: string): string {
  const schema: SchemaNode = outputSchemas.components[name] ?? {};
  return schema.items ? describeType(schema) : `[${name}](#${headingAnchor(objectHeading(name))})`;
}

/** What a field says, and the rules that its type does not tell. */
function describeField(field: SchemaNode): string {
  const rules = [field, ...(field.anyOf ?? [])]
    .flatMap((each) => [each, ...(each.allOf ?? [])])
    .flatMap(describeConstraints);
  return [field.description ?? '', ...new Set(rules)].filter(Boolean).join(' ');
}

function describeConstraints({ minLength = 0, maxLength, pattern, default: fallback }: SchemaNode): string[] {
  const least = minLength > 0 ? `${minLength} to ` : 'At most ';
  const isShown = pattern !== undefined && pattern.length <= maxShownPatternLength && !typeNamesByPattern.has(pattern);
  return [
    ...(maxLength === undefined ? [] : [`${least}${maxLength} characters.`]),
    ...(isShown ? [`Matches ${code(pattern)}.`] : []),
    ...(fallback === undefined ? [] : [`Otherwise ${code(JSON.stringify(fallback))}.`]),
  ];
}
