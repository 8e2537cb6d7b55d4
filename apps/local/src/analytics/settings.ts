import * as z from 'zod';
import { dataDir, port, text } from '../stand-in/settings.ts';

/** The environment of the local analytics host. */
export const Environment = z
  .object({
    PORT: port(9004),
    DATA_DIR: dataDir,
    /** What clients name the project by; every browser knows it. */
    PROJECT_KEY: text,
    /** Who may read how the flags are defined. */
    FLAGS_KEY: text,
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    projectKey: env.PROJECT_KEY,
    flagsKey: env.FLAGS_KEY,
  }));

export type AnalyticsSettings = z.infer<typeof Environment>;
