/** Formats counts, such as 1,000. */
export const numberFormat = new Intl.NumberFormat('en-US');
