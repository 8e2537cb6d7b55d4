/** What this build calls itself; the release sets it. */
export const version = process.env.VERSION ?? 'development';
