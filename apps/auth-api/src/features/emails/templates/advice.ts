import type { Settings } from '../../../platform/config/settings.ts';
import type { EmailLink, Step } from './email-content.ts';

// What to do after an event that the recipient of an email did not cause.

export const endSessions = ({ PORTAL_URL }: Settings): Step => ({
  label: 'End the sessions that you do not recognize, in your profile',
  href: `${PORTAL_URL}/profile`,
});

export const revokeTokens = (workspaceId: string, { PORTAL_URL }: Settings): Step => ({
  label: 'Revoke the API token',
  href: `${PORTAL_URL}/workspace/${workspaceId}/tokens`,
});

export const revokeUnknownTokens = ({ PORTAL_URL }: Settings): Step => ({
  label: 'Revoke API tokens that you do not recognize, in each of your workspaces',
  href: `${PORTAL_URL}/workspaces`,
});

export const changePassword: Step = {
  label: 'Change the password of the account that you log in with, and turn on two-factor authentication there',
};

export const contactSupport = ({ SUPPORT_EMAIL }: Settings): EmailLink => ({
  label: `Contact ${SUPPORT_EMAIL}`,
  href: `mailto:${SUPPORT_EMAIL}`,
});
