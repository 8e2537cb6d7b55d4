import * as z from 'zod';
import { address, dataDir, port } from '../stand-in/settings.ts';

/** The environment of the local platform instance. */
export const Environment = z
  .object({
    PORT: port(8080),
    DATA_DIR: dataDir,
    AUTH_API_URL: address.default('http://localhost:9001'),
    PORTAL_URL: address.default('http://localhost:9000'),
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    authApiUrl: env.AUTH_API_URL,
    portalUrl: env.PORTAL_URL,
  }));

export type InstanceSettings = z.infer<typeof Environment>;
