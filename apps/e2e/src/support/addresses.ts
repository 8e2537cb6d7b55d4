const offset = Number(process.env.PORT_OFFSET ?? 0);
const at = (port: number) => `http://localhost:${port + offset}`;

/** Where the parts of the stack under test listen. */
export const addresses = {
  portal: at(9000),
  authApi: at(9001),
  identityProvider: at(9002),
  stripe: at(9003),
  analytics: at(9004),
  mail: at(9005),
  gallery: at(9006),
  hostedApp: at(9007),
  localInstance: at(8080),
} as const;
