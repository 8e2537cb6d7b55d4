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

/** Stripe’s API, or a part of it, as OpenAPI 3.0 describes it. */
export const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
  /** What each type of event is about. */
  'x-webhookEvents': z.record(z.string(), z.object({ object: z.object({ $ref: z.string() }) })).default({}),
});
export type Description = z.infer<typeof Description>;

/** Where the schemas that others refer to are found. */
export const $id = 'description';

/**
 * OpenAPI 3.0 as JSON Schema: what is nullable may be null, and what names its properties has no others, since a
 * misspelt field would go unnoticed.
 */
export function asJsonSchema(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const converted = Object.entries(node).map(([key, value]) => [key, convert(value)]);
  const { nullable, ...rest } = Object.fromEntries(converted) as Record<string, unknown>;
  const { $ref } = rest;
  if (typeof $ref === 'string') return { $ref: `${$id}${$ref}` };
  const isClosed = rest['type'] === 'object' && 'properties' in rest && !('additionalProperties' in rest);
  const schema = isClosed ? { ...rest, additionalProperties: false } : rest;
  // Properties may have this name, too.
  if (typeof nullable === 'object') return { ...schema, nullable };
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  return isNode(value) ? asJsonSchema(value) : value;
}
