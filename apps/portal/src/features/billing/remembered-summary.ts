import { sharedStorage } from '../../lib/storage.ts';

const storageKey = 'SI:BILLING-SUMMARY';

/** Remembers whether the billing details showed as a summary, so that the next skeleton has its height. */
export const rememberSummary = (isSummary: boolean) =>
  isSummary ? sharedStorage.write(storageKey, 'true') : sharedStorage.remove(storageKey);

export const wasSummary = () => sharedStorage.read(storageKey) !== null;
