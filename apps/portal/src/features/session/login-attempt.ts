import { tabStorage } from '../../navigation/tab-storage.ts';

const key = 'SI-LOGIN-ATTEMPT';
const lately = 60_000;

/** Notes that this tab was sent to the login just now. */
export const noteLoginAttempt = () => tabStorage.write(key, String(Date.now()));

/** Somebody who comes back from the login without being logged in must not be sent there again at once, for ever. */
export const cameBackFromLogin = () => Date.now() - Number(tabStorage.read(key) ?? 0) < lately;

export const forgetLoginAttempt = () => tabStorage.forget(key);
