import type { AuditEntry } from '@portal/contract';

const labels: Readonly<Record<string, string>> = {
  session: 'Browser session',
  api: 'API token',
  instance: 'Instance token',
  link: 'Link in an email',
  provider: 'Identity provider',
  job: 'Scheduled job',
};

/** How the actor was authenticated, with the name of the API token. */
export function credentialLabel({ credential, token }: Pick<AuditEntry, 'credential' | 'token'>): string {
  const label = labels[credential] ?? credential;
  return token?.name ? `${label} “${token.name}”` : label;
}

export const credentialOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));
