/**
 * The connection of the company's own directory, named as Auth0 names one of Microsoft Entra ID. Auth0 sends a login there
 * by the domain of the address (home realm discovery), and the directory asks for a second factor.
 */
export const companyConnection = { prefix: 'waad|', domain: 'systeminit.com', amr: ['pwd', 'mfa'] } as const;

export const isCompanyAddress = (email: string) => email.endsWith(`@${companyConnection.domain}`);

export const isOfCompanyConnection = ({ id }: { readonly id: string }) => id.startsWith(companyConnection.prefix);
