import * as z from 'zod/mini';

const Condition = z.looseObject({
  properties: z.nullish(z.array(z.looseObject({ key: z.string() }))),
  rollout_percentage: z.nullish(z.number()),
});
const Definition = z.looseObject({
  key: z.string(),
  active: z.boolean(),
  filters: z.looseObject({ groups: z.nullish(z.array(Condition)) }),
});
const Evaluation = z.looseObject({ enabled: z.boolean() });

const Flags = z.looseObject({
  flags: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});

const isValid = (schema: z.ZodMiniType) => (value: unknown) => schema.safeParse(value).success;

/**
 * Removes malformed flags from a response of PostHog. The client would guess their meaning, and could turn a flag on; an unknown
 * flag is off.
 */
export async function dropInvalidFlags(response: Response): Promise<Response> {
  const { flags, ...rest } = Flags.parse(await response.json());
  const valid = Array.isArray(flags)
    ? flags.filter(isValid(Definition))
    : flags && Object.fromEntries(Object.entries(flags).filter(([, evaluation]) => isValid(Evaluation)(evaluation)));
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...rest, ...(valid && { flags: valid }) }), { status, headers });
}
