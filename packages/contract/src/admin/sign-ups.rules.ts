import { dayMs } from '../dates.rules.ts';

const labels: Readonly<Record<string, string>> = {
  auth0: 'Password',
  email: 'Emailed code',
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

/** The sign-up method, by the id at the identity provider. An unknown connection keeps its own name. */
export function signupMethodOf(auth0Id: string): string {
  const [method = auth0Id] = auth0Id.split('|');
  return labels[method] ?? method;
}

const phrases: Readonly<Record<string, string>> = {
  Password: 'a password',
  'Emailed code': 'an emailed code',
  'Text message': 'a text message',
};

/** A sign-up method as part of a sentence, after "logs in with". */
export const loginMethodPhrase = (signupMethod: string): string => phrases[signupMethod] ?? signupMethod;

/** An error message if a report cannot cover these days (in UTC), with the field it is about; null if it can. */
export function reportPeriodError(
  startDate: string,
  endDate: string,
): { field: 'startDate' | 'endDate'; message: string } | null {
  if (startDate < '2000-01-01') return { field: 'startDate', message: 'Choose a date after 1999' };
  if (endDate > '2999-12-31') return { field: 'endDate', message: 'Choose a date before 3000' };
  if (endDate < startDate) return { field: 'endDate', message: 'The end date is before the start date' };
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  return days > 366 ? { field: 'endDate', message: 'A report covers at most 366 days' } : null;
}
