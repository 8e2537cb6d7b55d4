import * as z from 'zod/mini';

/** The storage key of the path that a login interrupted. Source: specification section 9. */
export const loginRedirectKey = 'SI-LOGIN-REDIRECT';

/** The storage key of the chosen theme. */
export const themeKey = 'SI:THEME';

/** The request header with the caller's ULID. Source: specification section 7. */
export const requestUlidHeader = 'X-SI-REQUEST-ULID';

const HttpUrl = z.string().check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }));

const Text = z.string().check(z.minLength(1, 'is missing'));

/**
 * The portal's runtime settings, served as `/config.json`, so that one build works in every deployment. What names a company has no
 * default: a deployment must never show that of another.
 */
export const PortalSettings = z.object({
  /** The base URL of the auth API as seen from a browser, without a trailing slash. */
  authApiUrl: HttpUrl,
  productName: Text,
  /** The URL of managed workspaces. */
  hostedAppUrl: HttpUrl,
  /** The host of managed workspaces, which a remote workspace must not use. */
  hostedAppHost: Text,
  /** The URL of local development instances. */
  localInstanceUrl: z._default(HttpUrl, 'http://localhost:8080'),
  /** The destination after a logout. */
  marketingUrl: HttpUrl,
  pricingUrl: HttpUrl,
  /** The email domain of staff; empty if no one is staff. Only the API decides who is staff. */
  companyDomain: z.string(),
  supportEmail: Text,
  socialLinks: z._default(z.array(z.object({ name: z.enum(['discord', 'github']), url: HttpUrl })), []),
  /** Links that the portal shows if a deployment has them. */
  docsUrl: z.optional(HttpUrl),
  statusUrl: z.optional(HttpUrl),
  changelogUrl: z.optional(HttpUrl),
  /** Where the API serves its reference, if it does. */
  apiReferenceUrl: z.optional(HttpUrl),
  /** The analytics host. Without it, no usage events are sent. */
  analytics: z.optional(z.object({ url: HttpUrl, projectKey: z.string() })),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** The settings that the workspace rules depend on. */
export type HostedApp = Pick<PortalSettings, 'productName' | 'hostedAppUrl' | 'hostedAppHost' | 'localInstanceUrl'>;
