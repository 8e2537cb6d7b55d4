/** Whether an address is of a domain itself, not of one below it. */
export const isOfDomain = (email: string, domain: string) =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
