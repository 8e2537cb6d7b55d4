/**
 * Whether a `/`, `?` or `#` in the password has ended the host of a URL: the text after it, with the real host, then counts as path,
 * query or fragment.
 */
export const isCutInPassword = ({ pathname, search, hash }: URL): boolean =>
  pathname.includes('@') || hash.includes('@') || (pathname === '' && search.includes('@'));

/** What to do about it, for the errors of settings. */
export const encodePassword = 'percent-encode `/`, `?`, `#`, `@` and `%` in the password, e.g. `12/34` as `12%2F34`';
