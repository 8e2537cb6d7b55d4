import * as contract from '@portal/contract';
import { PortalSettings, calls, type Schema } from '@portal/contract';
import * as z from 'zod/mini';
import { fieldNotes } from '../generated/field-notes.ts';

export type JsonSchema = Record<string, unknown>;

/** A schema that one part of a request has or an answer is, as the reference shows it. */
export interface SchemaCatalog {
  /** The schemas by the names that the contract exports them under. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A reference to a named schema, or the schema itself. */
  schemaOrRef(schema: Schema): JsonSchema;
}

const isSchema = (value: unknown): value is Schema => value instanceof z.ZodMiniType;

const exportedNames = new Map<Schema, string>(
  Object.entries(contract).flatMap(([name, value]): [Schema, string][] => (isSchema(value) ? [[value, name]] : [])),
);

/** The name under which the contract exports a schema. */
export const exportedNameOf = (schema: Schema): string | undefined => exportedNames.get(schema);

const isComposite = (schema: Schema) => schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniArray;

/** Writes schemas down: `output` for what the API answers, `input` for what it takes. */
function createCatalog(io: 'input' | 'output', schemas: Iterable<Schema>, mayRefer: boolean): SchemaCatalog {
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const id = exportedNames.get(schema);
    if (mayRefer && id !== undefined && isComposite(schema)) registry.add(schema, { id });
  }
  const options = { io, unrepresentable: 'any', uri: (id: string) => `#/components/schemas/${id}` } as const;
  const written = z.toJSONSchema(registry, options).schemas as Record<string, JsonSchema>;
  return {
    components: Object.fromEntries(
      Object.entries(written).map(([name, schema]) => [name, withDescriptions(name, withoutMetadata(schema))]),
    ),
    schemaOrRef(schema) {
      const id = registry.get(schema)?.id;
      if (id !== undefined) return { $ref: options.uri(id) };
      return withDescriptions(
        exportedNames.get(schema) ?? '',
        withoutMetadata(z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
      );
    },
  };
}

/** What stands in a components section needs no address and no dialect of its own. */
function withoutMetadata({ $schema: _dialect, $id: _address, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

interface SchemaParts {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Adds what the contract's doc comments say of a schema and its fields; `path` is `User`, `User.email`. */
function withDescriptions(path: string, schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema as SchemaParts;
  const description = fieldNotes[path];
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, withDescriptions(`${path}.${name}`, field)]),
      ),
    }),
    ...(items && { items: withoutDescription(path, items) }),
    ...(anyOf && { anyOf: anyOf.map((each) => withoutDescription(path, each)) }),
    ...(description !== undefined && { description }),
  };
}

/** The same for what a list or a choice is made of, whose description the list has already. */
const withoutDescription = (path: string, schema: JsonSchema): JsonSchema => {
  const { description: _toldAbove, ...rest } = withDescriptions(path, schema);
  return rest;
};

/** What requests bring, and what the portal's own server answers. */
const inputOnlySchemas = new Set<Schema | undefined>([
  PortalSettings,
  ...Object.values(calls).flatMap(({ params, query, body }) => [params, query, body]),
]);

/** What the API answers, and what that is made of. */
export const outputSchemas = createCatalog(
  'output',
  [...exportedNames.keys()].filter((schema) => !inputOnlySchemas.has(schema)),
  true,
);
/** What the API takes: each part of a request in full. */
export const inputSchemas = createCatalog('input', [], false);
