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
const Answer = z.looseObject({ enabled: z.boolean() });

const Flags = z.looseObject({
  flags: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});

const isReadable = (schema: z.ZodMiniType) => (value: unknown) => schema.safeParse(value).success;

/**
 * What the host says of its flags without those that make no sense. Its client guesses what they could mean, and a guess
 * can be on; a flag that it does not know is off.
 */
export async function readableFlags(response: Response): Promise<Response> {
  const { flags, ...rest } = Flags.parse(await response.json());
  const readable = Array.isArray(flags)
    ? flags.filter(isReadable(Definition))
    : flags && Object.fromEntries(Object.entries(flags).filter(([, answer]) => isReadable(Answer)(answer)));
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...rest, ...(readable && { flags: readable }) }), { status, headers });
}
