const names: Readonly<Record<string, string>> = {
  session: 'Browser session',
  api: 'API token',
  instance: 'Instance token',
};

/** How somebody proved who they are, for people. */
export const credentialName = (credential: string) => names[credential] ?? credential;

/** All that there are, for a filter. */
export const credentialOptions = Object.entries(names).map(([value, label]) => ({ value, label }));
