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

export const readRecord = (text: string): Exchange[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Exchange.parse(JSON.parse(line)));
