/**
 * The connection of the company's directory, named like Auth0's Microsoft Entra ID connections. Auth0 chooses it by the domain
 * of the email (home realm discovery). The directory requires a second factor; the emulator asks for none and only claims it.
 */
export const staffConnection = { prefix: 'waad|', domain: 'systeminit.com', amr: ['pwd', 'mfa'] } as const;

export const isStaffEmail = (email: string) => email.endsWith(`@${staffConnection.domain}`);

export const isStaffAccount = ({ id }: { readonly id: string }) => id.startsWith(staffConnection.prefix);
