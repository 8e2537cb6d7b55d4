import * as z from 'zod';
import { dataDir, port } from '../stand-in/settings.ts';

/** The environment of the local mail server. */
export const Environment = z
  .object({ PORT: port(9005), SMTP_PORT: port(9025), DATA_DIR: dataDir })
  .transform((env) => ({ port: env.PORT, smtpPort: env.SMTP_PORT, dataDir: env.DATA_DIR }));

export type MailSettings = z.infer<typeof Environment>;
