import * as z from 'zod';
import { dataDirSetting, portSetting } from '../emulator/settings.ts';

export const Environment = z
  .object({ PORT: portSetting(9005), SMTP_PORT: portSetting(9025), DATA_DIR: dataDirSetting })
  .transform((env) => ({ port: env.PORT, smtpPort: env.SMTP_PORT, dataDir: env.DATA_DIR }));

export type MailSettings = z.infer<typeof Environment>;
