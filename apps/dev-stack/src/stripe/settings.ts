import * as z from 'zod';
import { httpUrl, dataDirSetting, portSetting, nonEmptyText } from '../emulator/settings.ts';

/** The emulated version of Stripe’s API. */
export const apiVersion = '2026-10-28.endive';

export const Environment = z
  .object({
    PORT: portSetting(9003),
    DATA_DIR: dataDirSetting,
    SECRET_KEY: nonEmptyText,
    WEBHOOK_URL: httpUrl,
    WEBHOOK_SECRET: nonEmptyText,
    /** A file to which exchanges and events are appended, for `npm run stripe:check`. */
    RECORD_FILE: nonEmptyText.optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    webhookUrl: env.WEBHOOK_URL,
    webhookSecret: env.WEBHOOK_SECRET,
    ...(env.RECORD_FILE === undefined ? {} : { recordFile: env.RECORD_FILE }),
  }));

/** Without a webhook URL, as in some tests, events are stored but not sent. */
export type StripeSettings = Omit<z.infer<typeof Environment>, 'webhookUrl'> & { readonly webhookUrl?: string };
