import * as z from 'zod';

const Schema = z.record(z.string(), z.unknown());
const Content = z.object({ schema: Schema });

const Operation = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Schema }))
    .default([]),
  requestBody: z.object({ content: z.object({ 'application/x-www-form-urlencoded': Content }) }).optional(),
  responses: z.object({
    200: z.object({ content: z.object({ 'application/json': Content }) }),
    default: z.object({ content: z.object({ 'application/json': Content }) }),
  }),
});
export type Operation = z.infer<typeof Operation>;

/** An OpenAPI 3.0 document of Stripe’s API, or of a part of it. */
export const OpenApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
  /** The object of each event type. */
  'x-webhookEvents': z.record(z.string(), z.object({ object: z.object({ $ref: z.string() }) })).default({}),
});
export type OpenApiDocument = z.infer<typeof OpenApiDocument>;

/** The id of the schema that holds all components, which `$ref`s point to. */
export const $id = 'document';

/**
 * Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a null type, and objects with `properties` reject additional ones,
 * so that a misspelt field is found.
 */
export function toJsonSchema(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const converted = Object.entries(node).map(([key, value]) => [key, convertNode(value)]);
  const { nullable, ...rest } = Object.fromEntries(converted) as Record<string, unknown>;
  const { $ref } = rest;
  if (typeof $ref === 'string') return { $ref: `${$id}${$ref}` };
  const isClosed = rest['type'] === 'object' && 'properties' in rest && !('additionalProperties' in rest);
  const schema = isClosed ? { ...rest, additionalProperties: false } : rest;
  // A property may be named `nullable`.
  if (typeof nullable === 'object') return { ...schema, nullable };
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function convertNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertNode);
  return isNode(value) ? toJsonSchema(value) : value;
}
