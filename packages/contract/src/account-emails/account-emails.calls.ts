import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { EmailPreferencesEdit, EmailPreferencesResult } from './account-emails.schemas.ts';

/** Turning off optional emails. Source: decision 37. */
export const accountEmailCalls = defineCalls({
  getEmailPreferences: {
    method: 'GET',
    path: '/users/:userId/email-preferences',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    result: EmailPreferencesResult,
    providesTags: ['EmailPreferences'],
    summary: 'Get which optional emails you receive',
  },
  updateEmailPreferences: {
    method: 'PATCH',
    path: '/users/:userId/email-preferences',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    body: EmailPreferencesEdit,
    result: EmailPreferencesResult,
    invalidatesTags: ['EmailPreferences'],
    summary: 'Choose which optional emails you receive',
  },
});
