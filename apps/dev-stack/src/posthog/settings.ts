import * as z from 'zod';
import { dataDirSetting, portSetting, nonEmptyText } from '../emulator/settings.ts';

export const Environment = z
  .object({
    PORT: portSetting(9004),
    DATA_DIR: dataDirSetting,
    /** The public key of the project. */
    PROJECT_KEY: nonEmptyText,
    /** The secret key for reading flag definitions. */
    FLAGS_KEY: nonEmptyText,
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    projectKey: env.PROJECT_KEY,
    flagsKey: env.FLAGS_KEY,
  }));

export type PosthogSettings = z.infer<typeof Environment>;
