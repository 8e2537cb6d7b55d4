import * as contract from '@portal/contract';
import { PortalSettings, calls, type Schema } from '@portal/contract';
import * as z from 'zod/mini';
import { fieldNotes } from '../generated/field-notes.ts';

export type JsonSchema = Record<string, unknown>;

/** A schema that one part of a request has or an answer is, as the reference shows it. */
export interface SchemaBook {
  /** The schemas by the names that the contract exports them under. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A reference to a named schema, or the schema itself. */
  refer(schema: Schema): JsonSchema;
}

const isSchema = (value: unknown): value is Schema => value instanceof z.ZodMiniType;

const exported = new Map<Schema, string>(
  Object.entries(contract).flatMap(([name, value]): [Schema, string][] => (isSchema(value) ? [[value, name]] : [])),
);

/** The name under which the contract exports a schema. */
export const nameOf = (schema: Schema): string | undefined => exported.get(schema);

const hasFields = (schema: Schema) => schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniArray;

/** Writes schemas down: `output` for what the API answers, `input` for what it takes. */
function write(io: 'input' | 'output', schemas: Iterable<Schema>, mayRefer: boolean): SchemaBook {
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const id = exported.get(schema);
    if (mayRefer && id !== undefined && hasFields(schema)) registry.add(schema, { id });
  }
  const options = { io, unrepresentable: 'any', uri: (id: string) => `#/components/schemas/${id}` } as const;
  const written = z.toJSONSchema(registry, options).schemas as Record<string, JsonSchema>;
  return {
    components: Object.fromEntries(Object.entries(written).map(([name, schema]) => [name, noted(name, plain(schema))])),
    refer(schema) {
      const id = registry.get(schema)?.id;
      if (id !== undefined) return { $ref: options.uri(id) };
      return noted(exported.get(schema) ?? '', plain(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
    },
  };
}

/** What stands in a components section needs no address and no dialect of its own. */
function plain({ $schema: _dialect, $id: _address, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

interface Parts {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Adds what the contract's doc comments say of a schema and its fields; `path` is `User`, `User.email`. */
function noted(path: string, schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema as Parts;
  const description = fieldNotes[path];
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, noted(`${path}.${name}`, field)]),
      ),
    }),
    ...(items && { items: within(path, items) }),
    ...(anyOf && { anyOf: anyOf.map((each) => within(path, each)) }),
    ...(description !== undefined && { description }),
  };
}

/** The same for what a list or a choice is made of, whose description the list has already. */
const within = (path: string, schema: JsonSchema): JsonSchema => {
  const { description: _toldAbove, ...rest } = noted(path, schema);
  return rest;
};

/** What requests bring, and what the portal's own server answers. */
const neverAnswered = new Set<Schema | undefined>([
  PortalSettings,
  ...Object.values(calls).flatMap(({ params, query, body }) => [params, query, body]),
]);

/** What the API answers, and what that is made of. */
export const answers = write(
  'output',
  [...exported.keys()].filter((schema) => !neverAnswered.has(schema)),
  true,
);
/** What the API takes: each part of a request in full. */
export const inputs = write('input', [], false);
