import type { auditCredentials, AuditEntry } from '@portal/contract';

const labels: Readonly<Record<(typeof auditCredentials)[number], string>> = {
  session: 'Browser session',
  api: 'API token',
  instance: 'Instance token',
  terminal: 'Terminal login',
  link: 'Link in an email',
  provider: 'Identity provider',
  job: 'Scheduled job',
};

export const credentialOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));

/** How the actor was authenticated, with the name of the API token. */
export function credentialLabel({ credential, token }: Pick<AuditEntry, 'credential' | 'token'>): string {
  const label = credentialOptions.find(({ value }) => value === credential)?.label ?? credential;
  return token?.name ? `${label} “${token.name}”` : label;
}
