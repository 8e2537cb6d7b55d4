/** A name at Discord as it is often written, `@ada`, without what is not of it. */
export const discordNameOf = (typed: string) => typed.trim().replace(/^@/, '');

/** A name at GitHub out of what is often pasted: `@ada`, or the address of a profile. */
export const githubNameOf = (typed: string) =>
  typed
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\/([^/?#]+)\/?(?:[?#].*)?$/i, '$1')
    .replace(/^@/, '');
