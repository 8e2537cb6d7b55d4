/** The message for a login in the company's domain whose session cannot make staff calls. */
export const noStaffRightsMessage =
  'This login has no staff rights. Log in with your company account and its second factor.';

/** Whether an identity belongs to one of these connections, each given as an id prefix such as `waad|`. */
export const usesConnection = (auth0Id: string | null, connections: readonly string[]): boolean =>
  connections.some((connection) => auth0Id?.startsWith(connection));

/** Whether an email is in this domain. Subdomains do not count. */
export const isInDomain = (email: string, domain: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
