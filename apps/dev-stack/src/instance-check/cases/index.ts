import { NoAnswerError } from '../browser.ts';
import { expectThat, type Case } from '../check.ts';
import { LoginError } from '../instance.ts';
import { apiTokenCases } from './api-token.cases.ts';
import { cookieCases } from './cookie.cases.ts';
import { eventCases } from './event.cases.ts';
import { loginCases } from './login.cases.ts';
import { logoutCases } from './logout.cases.ts';
import { sessionCases } from './session.cases.ts';
import { tokenCases } from './token.cases.ts';

const stillWorks: Case = {
  name: 'instance.still-works',
  proves: 'After all cases, a login still works',
  attack: 'One request with a bad token takes the instance out of order.',
  fix: 'Look for the error in the log of the instance.',
  async run({ portal, instance }) {
    try {
      await instance.logIn(portal.addUser());
      return expectThat(true, '');
    } catch (error) {
      if (error instanceof LoginError || error instanceof NoAnswerError) return expectThat(false, error.message);
      throw error;
    }
  },
};

export const cases: readonly Case[] = [
  ...loginCases,
  ...tokenCases,
  ...cookieCases,
  ...sessionCases,
  ...logoutCases,
  ...eventCases,
  ...apiTokenCases,
  stillWorks,
];
