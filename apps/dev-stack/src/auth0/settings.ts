import * as z from 'zod';
import { httpUrl, httpUrls, dataDirSetting, portSetting, nonEmptyText } from '../emulator/settings.ts';

export const Environment = z
  .object({
    PORT: portSetting(9002),
    DATA_DIR: dataDirSetting,
    /** Without a trailing slash. The `iss` claim has one, like Auth0's. */
    ISSUER_URL: httpUrl.default('http://localhost:9002'),
    CLIENT_ID: nonEmptyText,
    CLIENT_SECRET: nonEmptyText,
    CALLBACK_URLS: httpUrls,
    LOGOUT_URLS: httpUrls,
    /** Receives the logout tokens. */
    BACK_CHANNEL_LOGOUT_URL: httpUrl.optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp URL such as smtp://localhost:9025' }),
    MAIL_FROM: nonEmptyText,
    /** Where the pages link to, such as after an email verification. */
    PORTAL_URL: httpUrl.optional(),
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
    ...(env.BACK_CHANNEL_LOGOUT_URL === undefined ? {} : { backChannelLogoutUrl: env.BACK_CHANNEL_LOGOUT_URL }),
    ...(env.PORTAL_URL === undefined ? {} : { portalUrl: env.PORTAL_URL }),
  }));

/** Without `issuerUrl`, as in tests, the issuer is the server's own URL. */
export type Auth0Settings = Omit<z.infer<typeof Environment>, 'issuerUrl' | 'portalUrl' | 'backChannelLogoutUrl'> & {
  readonly issuerUrl?: string;
  readonly backChannelLogoutUrl?: string;
  readonly portalUrl?: string;
};
