import { tabStorage } from '../navigation/tab-storage.ts';

const storageKey = 'SI:ACCOUNT-CHANGED';

/** Has the page say, once it is reloaded, that another account is logged in. */
export const markAccountSwitch = () => tabStorage.write(storageKey, 'yes');

/** Whether the page was reloaded because another account is logged in. */
export const wasAccountSwitched = () => tabStorage.read(storageKey) !== null;

export const forgetAccountSwitch = () => tabStorage.forget(storageKey);
