import { jest } from '@jest/globals';

/** Another document opened the page, or redirected to it. `jest.restoreAllMocks` ends it. */
export const comeFrom = (referrer: string) => jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);

/** As a link of the portal that is opened in a new tab does. */
export const comeFromPortal = () => comeFrom(`${window.location.origin}/workspaces`);
