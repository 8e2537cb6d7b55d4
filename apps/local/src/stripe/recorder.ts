import { appendFileSync } from 'node:fs';
import type { Exchange } from '../stripe-check/record.ts';

export type Recorder = (line: Exchange | { readonly event: object }) => void;

/** Writes down what was asked, answered and sent, for a check against Stripe’s own description of its API. */
export const recorderTo =
  (file: string | undefined): Recorder =>
  (line) => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
