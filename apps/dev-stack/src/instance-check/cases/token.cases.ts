import { expectThat, type Case } from '../check.ts';
import { expired, forgeries } from './forgeries.ts';

/** The instance token in the answer of /complete-auth-connect. */
export const tokenCases: readonly Case[] = [...forgeries, expired].map(({ name, what, fix, changes }) => ({
  name: `token.${name}`,
  proves: `An instance token ${what} logs no browser in`,
  attack: 'Anyone who can answer the instance in place of the API logs in as any user.',
  fix,
  async run({ portal, instance }) {
    const user = portal.addUser();
    portal.behavior.instanceToken = changes();
    const { browser } = await instance.enter(user);
    return expectThat(!(await instance.isLoggedIn(browser, user)), 'The browser is logged in.');
  },
}));
