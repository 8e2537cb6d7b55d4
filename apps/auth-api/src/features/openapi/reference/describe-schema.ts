import { IdInput, Ulid } from '@portal/contract';
import { inputSchemas, outputSchemas, type JsonSchema } from '../schemas.ts';
import { code, headingAnchor, markdownTable } from './markdown.ts';

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
const formatNames: Readonly<Record<string, string>> = { 'date-time': 'timestamp', email: 'email address', uri: 'URL' };

/** The heading of a named schema in the reference. */
export const objectHeading = (name: string) => `${name} object`;

/** A table of an object's fields, including those of nested objects; an empty string without fields. */
export function fieldsTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, '');
  return rows.length > 0 ? markdownTable(['Field', 'Type', 'Description'], rows) : '';
}

function fieldRows({ properties = {}, required = [] }: SchemaNode, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const type = required.includes(name) ? describeType(field) : `${describeType(field)}, optional`;
    return [[code(path), type, describeField(field)], ...fieldRows(nestedObject(field), `${path}.`)];
  });
}

/** The object in a field, in its list or in its union. */
const nestedObject = (field: SchemaNode): SchemaNode =>
  field.items ?? field.anyOf?.find(({ properties }) => properties) ?? field;

/** The type of a schema, such as `list of ULID or null`. */
export function describeType({ type, ...schema }: JsonSchema): string {
  const { anyOf }: SchemaNode = schema;
  const types = [type].flat() as (string | undefined)[];
  const names = anyOf
    ? anyOf.map(describeType)
    : types.map((each) => (each === 'null' ? each : describeSingleType(each, schema)));
  return [...new Set(names)].join(' or ');
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

/** The description of a field, and the constraints that its type does not show. */
function describeField(field: SchemaNode): string {
  const constraints = [field, ...(field.anyOf ?? [])]
    .flatMap((option) => [option, ...(option.allOf ?? [])])
    .flatMap(describeConstraints);
  return [field.description ?? '', ...new Set(constraints)].filter(Boolean).join(' ');
}

function describeConstraints({ minLength = 0, maxLength, pattern, default: defaultValue }: SchemaNode): string[] {
  const min = minLength > 0 ? `${minLength} to ` : 'At most ';
  const isShown = pattern !== undefined && pattern.length <= maxShownPatternLength && !typeNamesByPattern.has(pattern);
  return [
    ...(maxLength === undefined ? [] : [`${min}${maxLength} characters.`]),
    ...(isShown ? [`Matches ${code(pattern)}.`] : []),
    ...(defaultValue === undefined ? [] : [`Default: ${code(JSON.stringify(defaultValue))}.`]),
  ];
}
