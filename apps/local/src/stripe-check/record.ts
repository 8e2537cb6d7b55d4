import * as z from 'zod';

/** A request to Stripe's API with its answer, as the stand-in writes it down: one a line. */
export const Exchange = z.object({
  method: z.string(),
  path: z.string(),
  query: z.string(),
  body: z.string(),
  status: z.int(),
  answer: z.unknown(),
});
export type Exchange = z.infer<typeof Exchange>;

/** An event as it was sent to the webhook. */
export const SentEvent = z.object({ event: z.looseObject({ type: z.string() }) });
export type SentEvent = z.infer<typeof SentEvent>;

const Line = z.union([Exchange, SentEvent]);
export type Line = z.infer<typeof Line>;

export const readRecord = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
