/** Headers that browsers send with a navigation of a tab. The site is `none` for a typed URL or a bookmark. */
export const navigationFrom = (site: 'same-origin' | 'same-site' | 'cross-site' | 'none') => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
});

/** Headers that browsers send when a page of the same site loads something without a navigation. */
export const embeddings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an image': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  'a frame': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
  'a background request': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  'a prefetch': { ...navigationFrom('same-site'), 'Sec-Purpose': 'prefetch' },
};

/** Referrers from pages of other origins, as sent by a browser without fetch metadata or through a proxy that removes it. */
export const crossOriginReferers = [
  'https://evil.example/',
  'http://localhost:9000.evil.example/',
  'http://localhost:9002/',
  'https://localhost:9000/',
  'about:blank',
  'null',
  '',
];
