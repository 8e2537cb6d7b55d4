import * as z from 'zod/mini';

/** The storage key of the path that a login interrupted. Source: specification section 9. */
export const loginRedirectKey = 'SI-LOGIN-REDIRECT';

/** The storage key of the chosen theme. */
export const themeKey = 'SI:THEME';

/** The request header with the caller's ULID. Source: specification section 7. */
export const requestUlidHeader = 'X-SI-REQUEST-ULID';

const HttpUrl = z.string().check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }));

/** The portal's runtime settings, served as `/config.json`, so that one build works in every deployment. */
export const PortalSettings = z.object({
  /** The base URL of the auth API as seen from a browser, without a trailing slash. */
  authApiUrl: HttpUrl,
  productName: z._default(z.string(), 'System Initiative'),
  /** The URL of managed workspaces. */
  hostedAppUrl: z._default(HttpUrl, 'https://app.systeminit.com'),
  /** The host of managed workspaces, which a remote workspace must not use. */
  hostedAppHost: z._default(z.string(), 'app.systeminit.com'),
  /** The URL of local development instances. */
  localInstanceUrl: z._default(HttpUrl, 'http://localhost:8080'),
  /** The destination after a logout. */
  marketingUrl: z._default(HttpUrl, 'https://www.systeminit.com'),
  pricingUrl: z._default(HttpUrl, 'https://www.systeminit.com/pricing'),
  /** The email domain of staff. Only the API decides who is staff. */
  companyDomain: z._default(z.string(), 'systeminit.com'),
  supportEmail: z._default(z.string(), 'support@systeminit.com'),
  socialLinks: z._default(z.array(z.object({ name: z.enum(['discord', 'github']), url: HttpUrl })), [
    { name: 'discord', url: 'https://discord.com/invite/system-init' },
    { name: 'github', url: 'https://github.com/systeminit/si' },
  ]),
  /** The analytics host. Without it, no usage events are sent. */
  analytics: z.optional(z.object({ url: HttpUrl, projectKey: z.string() })),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** The settings that the workspace rules depend on. */
export type HostedApp = Pick<PortalSettings, 'productName' | 'hostedAppUrl' | 'hostedAppHost' | 'localInstanceUrl'>;
