const offset = Number(process.env.PORT_OFFSET ?? 0);
const localUrl = (port: number) => `http://localhost:${port + offset}`;

/** The URLs of the stack under test. */
export const urls = {
  portal: localUrl(9000),
  authApi: process.env.API_AT_PORTAL === 'true' ? `${localUrl(9000)}/api` : localUrl(9001),
  auth0: localUrl(9002),
  stripe: localUrl(9003),
  posthog: localUrl(9004),
  inbox: localUrl(9005),
  gallery: localUrl(9006),
  hostedApp: localUrl(9007),
  localInstance: localUrl(8080),
} as const;
