import * as core from 'zod/v4/core';

const known = new WeakMap<core.$ZodType, core.$ZodType>();

/**
 * A schema that judges alike, in a fifth of the time: zod writes a function for each of its objects. The contract's own have
 * none, being light enough for the portal, where the content security policy refuses such functions anyway.
 */
export function quick(schema: core.$ZodType): core.$ZodType {
  const before = known.get(schema);
  if (before) return before;
  const made = quickened(schema);
  known.set(schema, made);
  return made;
}

function quickened(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof core.$ZodObject) {
    const { def } = schema._zod;
    const shape = Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, quick(field)]));
    return new core.$ZodObjectJIT({ ...def, shape });
  }
  if (schema instanceof core.$ZodArray)
    return new core.$ZodArray({ ...schema._zod.def, element: quick(schema._zod.def.element) });
  if (schema instanceof core.$ZodNullable)
    return new core.$ZodNullable({ ...schema._zod.def, innerType: quick(schema._zod.def.innerType) });
  return schema;
}
