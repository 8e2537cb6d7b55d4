/** The host of a URL, which names an instance or a receiver. Text that is no URL stays as it is. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
