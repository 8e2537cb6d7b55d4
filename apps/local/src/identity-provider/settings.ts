import * as z from 'zod';
import { address, addresses, dataDir, port, text } from '../stand-in/settings.ts';

/** The environment of the local identity provider. */
export const Environment = z
  .object({
    PORT: port(9002),
    DATA_DIR: dataDir,
    /** Without a slash at the end; the `iss` claim has one, as Auth0's has. */
    ISSUER_URL: address.default('http://localhost:9002'),
    CLIENT_ID: text,
    CLIENT_SECRET: text,
    CALLBACK_URLS: addresses,
    LOGOUT_URLS: addresses,
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp address, as smtp://localhost:9025' }),
    MAIL_FROM: text,
    /** Where the page after a verification leads back to. */
    PORTAL_URL: address.optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.DATA_DIR,
    issuerUrl: env.ISSUER_URL,
    clientId: env.CLIENT_ID,
    clientSecret: env.CLIENT_SECRET,
    callbackUrls: env.CALLBACK_URLS,
    logoutUrls: env.LOGOUT_URLS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    ...(env.PORTAL_URL === undefined ? {} : { portalUrl: env.PORTAL_URL }),
  }));

/** `issuerUrl` may be left out in tests: it is then the address that the server got. */
export type IdentityProviderSettings = Omit<z.infer<typeof Environment>, 'issuerUrl' | 'portalUrl'> & {
  readonly issuerUrl?: string;
  readonly portalUrl?: string;
};
