const labels: Readonly<Record<string, string>> = {
  session: 'Browser session',
  api: 'API token',
  instance: 'Instance token',
  link: 'Link in an email',
  provider: 'Identity provider',
  job: 'Scheduled job',
};

export const credentialLabel = (credential: string) => labels[credential] ?? credential;

export const credentialOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));
