import * as contract from '@portal/contract';
import { PortalSettings, calls, type Schema } from '@portal/contract';
import * as z from 'zod/mini';
import { schemaDescriptions } from '../../generated/schema-descriptions.ts';

export type JsonSchema = Record<string, unknown>;

export interface SchemaCatalog {
  /** The schemas by the names under which the contract exports them. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A `$ref` to a component, or the schema itself. */
  schemaOrRef(schema: Schema): JsonSchema;
}

const isSchema = (value: unknown): value is Schema => value instanceof z.ZodMiniType;

const exportedNames = new Map<Schema, string>(
  Object.entries(contract).flatMap(([name, value]): [Schema, string][] => (isSchema(value) ? [[value, name]] : [])),
);

/** The name under which the contract exports a schema. */
export const exportedNameOf = (schema: Schema): string | undefined => exportedNames.get(schema);

const isComposite = (schema: Schema) => schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniArray;

function createCatalog(io: 'input' | 'output', schemas: Iterable<Schema>, usesRefs: boolean): SchemaCatalog {
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const id = exportedNames.get(schema);
    if (usesRefs && id !== undefined && isComposite(schema)) registry.add(schema, { id });
  }
  const options = {
    io,
    unrepresentable: 'any',
    uri: (id: string) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => removeUnportablePatterns(jsonSchema),
  } as const;
  const converted = z.toJSONSchema(registry, options).schemas as Record<string, JsonSchema>;
  return {
    components: Object.fromEntries(
      Object.entries(converted).map(([name, schema]) => [name, withDescriptions(name, withoutMetadata(schema))]),
    ),
    schemaOrRef(schema) {
      const id = registry.get(schema)?.id;
      if (id !== undefined) return { $ref: options.uri(id) };
      const inline = z.toJSONSchema(schema, options);
      return withDescriptions(exportedNames.get(schema) ?? '', withoutMetadata(inline));
    },
  };
}

/**
 * A pattern in the subset of regular expressions that JSON Schema recommends (2020-12, Core, section 6.4): without
 * escapes and without groups that start with `(?`. RE2 and Rust allow at most 1000 repetitions.
 */
const isPortablePattern = (pattern: string) =>
  !/\\|\(\?/.test(pattern) && [...pattern.matchAll(/\d+(?=[,\d]*\})/g)].every(([times]) => Number(times) <= 1000);

/** Removes the patterns that only JavaScript reads. The API checks them all the same. */
function removeUnportablePatterns(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.pattern !== undefined && !isPortablePattern(schema.pattern)) delete schema.pattern;
  const rest = schema.allOf?.filter(({ pattern }) => pattern === undefined || isPortablePattern(pattern));
  if (rest?.length === 0) delete schema.allOf;
  else if (rest) schema.allOf = rest;
}

/** Removes what a schema in the `components` section does not need. */
function withoutMetadata({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

interface NestedSchemas {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Adds the contract's doc comments of a schema and its fields. `path` is `User` or `User.email`. */
function withDescriptions(path: string, schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema as NestedSchemas;
  const description = schemaDescriptions[path];
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withDescriptions(`${path}.${name}`, field)]),
      ),
    }),
    ...(items && { items: withNestedDescriptions(path, items) }),
    ...(anyOf && { anyOf: anyOf.map((option) => withNestedDescriptions(path, option)) }),
    ...(description !== undefined && { description }),
  };
}

/** For the items of a list and the options of a union: the list or the union has the description itself. */
const withNestedDescriptions = (path: string, schema: JsonSchema): JsonSchema => {
  const { description: _ofParent, ...rest } = withDescriptions(path, schema);
  return rest;
};

/** Schemas of requests, and of the settings that the portal's own server sends. */
const notInResponses = new Set<Schema | undefined>([
  PortalSettings,
  ...Object.values(calls).flatMap(({ params, query, body }) => [params, query, body]),
]);

/** Schemas of responses, as named components. */
export const outputSchemas = createCatalog(
  'output',
  [...exportedNames.keys()].filter((schema) => !notInResponses.has(schema)),
  true,
);
/** Schemas of requests, always inline. */
export const inputSchemas = createCatalog('input', [], false);
