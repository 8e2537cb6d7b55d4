/** Why a session of the company has no access to staff calls. */
export const noStaffRights = 'This login has no staff rights. Log in with your company account and its second factor.';

/** Whether an address is of a domain itself, not of one below it. */
export const isOfDomain = (email: string, domain: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
