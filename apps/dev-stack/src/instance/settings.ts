import * as z from 'zod';
import { httpUrl, dataDirSetting, portSetting } from '../emulator/settings.ts';

const instanceNames = ['local-instance', 'hosted-app'] as const;

/** The emulated instance: one on a developer's machine, or the hosted app. */
export type InstanceName = (typeof instanceNames)[number];

export const Environment = z
  .object({
    INSTANCE_NAME: z.enum(instanceNames, { error: `must be ${instanceNames.join(' or ')}` }).default('local-instance'),
    PORT: portSetting(8080),
    DATA_DIR: dataDirSetting,
    AUTH_API_URL: httpUrl.default('http://localhost:9001'),
    TOKEN_ISSUER: z.url().optional(),
    PORTAL_URL: httpUrl.default('http://localhost:9000'),
  })
  .transform((env) => ({
    name: env.INSTANCE_NAME,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    authApiUrl: env.AUTH_API_URL,
    tokenIssuer: env.TOKEN_ISSUER ?? env.AUTH_API_URL,
    portalUrl: env.PORTAL_URL,
  }));

export type InstanceSettings = z.infer<typeof Environment>;
