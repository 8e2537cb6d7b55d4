import * as z from 'zod';
import { address, dataDir, port, text } from '../stand-in/settings.ts';

/** The environment of the local Stripe. */
export const Environment = z
  .object({
    PORT: port(9003),
    DATA_DIR: dataDir,
    SECRET_KEY: text,
    /** Where events are sent, and what they are signed with. */
    WEBHOOK_URL: address,
    WEBHOOK_SECRET: text,
    /** A file to which every request to the API is appended with its answer. */
    RECORD_FILE: text.optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    webhookUrl: env.WEBHOOK_URL,
    webhookSecret: env.WEBHOOK_SECRET,
    ...(env.RECORD_FILE === undefined ? {} : { recordFile: env.RECORD_FILE }),
  }));

/** Without an address of a webhook, as in some tests, events are only kept. */
export type StripeSettings = Omit<z.infer<typeof Environment>, 'webhookUrl'> & { readonly webhookUrl?: string };
