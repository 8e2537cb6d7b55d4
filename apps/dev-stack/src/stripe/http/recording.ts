import { appendFileSync } from 'node:fs';
import * as z from 'zod';

/** A request to the Stripe emulator and its response. */
export const Exchange = z.object({
  method: z.string(),
  path: z.string(),
  query: z.string(),
  body: z.string(),
  status: z.int(),
  response: z.unknown(),
});
export type Exchange = z.infer<typeof Exchange>;

/** An event as it was sent to the webhook. */
export const SentEvent = z.object({ event: z.looseObject({ type: z.string() }) });
export type SentEvent = z.infer<typeof SentEvent>;

const RecordedLine = z.union([Exchange, SentEvent]);
export type RecordedLine = z.infer<typeof RecordedLine>;

export type Recorder = (line: Exchange | { readonly event: object }) => void;

/** Appends exchanges and events to a file, one JSON line each, for `npm run stripe:check`. Without a file it does nothing. */
export const createRecorder =
  (file: string | undefined): Recorder =>
  (line) => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
  };

export const readRecording = (text: string): RecordedLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RecordedLine.parse(JSON.parse(line)));
