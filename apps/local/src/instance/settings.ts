import * as z from 'zod';
import { address, dataDir, port } from '../stand-in/settings.ts';

const instanceNames = ['local-instance', 'hosted-app'] as const;

/** Which instance a process emulates: one on a developer's machine, or the company's hosted app. */
export type InstanceName = (typeof instanceNames)[number];

/** The environment of an instance emulator. */
export const Environment = z
  .object({
    INSTANCE_NAME: z.enum(instanceNames, { error: `must be ${instanceNames.join(' or ')}` }).default('local-instance'),
    PORT: port(8080),
    DATA_DIR: dataDir,
    AUTH_API_URL: address.default('http://localhost:9001'),
    PORTAL_URL: address.default('http://localhost:9000'),
  })
  .transform((env) => ({
    name: env.INSTANCE_NAME,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    authApiUrl: env.AUTH_API_URL,
    portalUrl: env.PORTAL_URL,
  }));

export type InstanceSettings = z.infer<typeof Environment>;
