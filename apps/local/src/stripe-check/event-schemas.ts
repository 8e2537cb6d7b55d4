import * as z from 'zod';
import type { Description } from './description.ts';

const Described = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** What an event of each type looks like: the envelope of all, with what this type is about. */
export function eventSchemas(description: Description): [type: string, schema: Record<string, unknown>][] {
  const { schemas } = description.components;
  return Object.entries(description['x-webhookEvents']).map(([type, { object }]) => {
    const envelope = Described.parse(schemas['event']);
    const { properties } = Described.parse(schemas[object.$ref.slice('#/components/schemas/'.length)]);
    const data = {
      type: 'object',
      // Of what was before, any part may be told.
      properties: { object, previous_attributes: { type: 'object', properties } },
      required: ['object'],
    };
    const own = { type: { type: 'string', enum: [type] }, data };
    return [type, { ...envelope, properties: { ...envelope.properties, ...own } }];
  });
}
