import * as z from 'zod/mini';

/** Under this key the portal remembers the path that a login interrupted. Source: specification section 9. */
export const loginRedirectKey = 'SI-LOGIN-REDIRECT';

/** Under this key the portal keeps the chosen theme. */
export const themeKey = 'SI:THEME';

/** The request header that carries the caller's ULID. Source: specification section 7. */
export const requestIdHeader = 'X-SI-REQUEST-ULID';

const WebAddress = z.string().check(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }));

/**
 * What a deployment tells the portal at run time, as `/config.json`, so that one build serves every deployment.
 * Source: decisions, "product name, hosted app".
 */
export const PortalSettings = z.object({
  /** Where the auth API is reached from a browser, without a slash at the end. */
  authApiUrl: WebAddress,
  productName: z._default(z.string(), 'System Initiative'),
  /** Where workspaces that we manage run. */
  hostedAppUrl: z._default(WebAddress, 'https://app.systeminit.com'),
  /** The host that a remote workspace may not use, because it is ours. */
  hostedAppHost: z._default(z.string(), 'app.systeminit.com'),
  /** Where an instance for local development listens. */
  localInstanceUrl: z._default(WebAddress, 'http://localhost:8080'),
  /** Where people are sent after they logged out. */
  marketingUrl: z._default(WebAddress, 'https://www.systeminit.com'),
  /** Where the prices are told. */
  pricingUrl: z._default(WebAddress, 'https://www.systeminit.com/pricing'),
  /** Whose people may be staff; the API decides who is. */
  companyDomain: z._default(z.string(), 'systeminit.com'),
  supportEmail: z._default(z.string(), 'support@systeminit.com'),
  socialLinks: z._default(z.array(z.object({ name: z.enum(['discord', 'github']), url: WebAddress })), [
    { name: 'discord', url: 'https://discord.com/invite/system-init' },
    { name: 'github', url: 'https://github.com/systeminit/si' },
  ]),
  /** Where usage is told; nothing is told without it. */
  analytics: z.optional(z.object({ url: WebAddress, projectKey: z.string() })),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** What the workspace rules need to know of a deployment. */
export type HostedApp = Pick<PortalSettings, 'productName' | 'hostedAppUrl' | 'hostedAppHost' | 'localInstanceUrl'>;
