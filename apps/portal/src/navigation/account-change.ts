import { tabStorage } from './tab-storage.ts';

const key = 'SI:ACCOUNT-CHANGED';

/** Has the page tell, once it has begun anew, that it is another account’s now. */
export const noteAccountChange = () => tabStorage.write(key, 'yes');

/** Whether this page began anew for another account. */
export const accountChanged = () => tabStorage.read(key) !== null;

export const forgetAccountChange = () => tabStorage.forget(key);
