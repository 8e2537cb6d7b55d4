const labels: Readonly<Record<string, string>> = {
  auth0: 'Password',
  email: 'Email link',
  sms: 'Text message',
  'google-oauth2': 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  windowslive: 'Microsoft',
  waad: 'Microsoft Entra ID',
  apple: 'Apple',
  linkedin: 'LinkedIn',
  okta: 'Okta',
  oidc: 'OpenID Connect',
  samlp: 'SAML',
};

/** How somebody signed up, by their id at the identity provider; a way that we have no name for under its own. */
export function signupMethodOf(auth0Id: string): string {
  const [method = auth0Id] = auth0Id.split('|');
  return labels[method] ?? method;
}

/** Why two days can't be those of a report, and at which of them; null if they can. Days are those of UTC. */
export function reportPeriodProblem(
  startDate: string,
  endDate: string,
): { field: 'startDate' | 'endDate'; message: string } | null {
  if (startDate < '2000-01-01') return { field: 'startDate', message: 'Choose a date after 1999' };
  if (endDate > '2999-12-31') return { field: 'endDate', message: 'Choose a date before 3000' };
  if (endDate < startDate) return { field: 'endDate', message: 'The end date is before the start date' };
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1;
  return days > 366 ? { field: 'endDate', message: 'A report covers at most 366 days' } : null;
}
