import * as z from 'zod';
import type { OpenApiDocument } from './openapi.ts';

const ObjectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** The schema of each event type: the common envelope with the object of that type. */
export function eventSchemas(document: OpenApiDocument): [type: string, schema: Record<string, unknown>][] {
  const { schemas } = document.components;
  return Object.entries(document['x-webhookEvents']).map(([type, { object }]) => {
    const envelope = ObjectSchema.parse(schemas['event']);
    const { properties } = ObjectSchema.parse(schemas[object.$ref.slice('#/components/schemas/'.length)]);
    const data = {
      type: 'object',
      // `previous_attributes` holds any subset of the object's properties.
      properties: { object, previous_attributes: { type: 'object', properties } },
      required: ['object'],
    };
    const overrides = { type: { type: 'string', enum: [type] }, data };
    return [type, { ...envelope, properties: { ...envelope.properties, ...overrides } }];
  });
}
