import { forgetDrafts } from '../forms/drafts.ts';
import { forgetLoginAttempt, forgetPath } from './login-redirect.ts';

/** Forgets at a logout what this tab stores for the user. */
export function forgetTabOfUser(): void {
  forgetPath();
  forgetDrafts();
  forgetLoginAttempt();
}
