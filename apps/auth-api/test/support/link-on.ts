/** Where the button of a page of the API leads. */
export const linkOn = (page: string) => /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
