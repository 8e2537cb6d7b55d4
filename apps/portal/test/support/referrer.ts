import { jest } from '@jest/globals';

/** Sets the document that opened the page or redirected to it. `jest.restoreAllMocks` resets it. */
export const setReferrer = (referrer: string) => jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);

/** As after a portal link that opens in a new tab. */
export const setPortalReferrer = () => setReferrer(`${window.location.origin}/workspaces`);
