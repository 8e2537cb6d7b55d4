/** The message for a login in the company's domain whose session cannot make staff calls. */
export const noStaffRightsMessage =
  'This login has no staff rights. Log in with your company account and its second factor.';

/** Whether an email is in this domain. Subdomains do not count. */
export const isInDomain = (email: string, domain: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
