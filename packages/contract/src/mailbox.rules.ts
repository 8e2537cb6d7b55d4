/** How a provider names one mailbox in several ways, besides tags after a `+`. */
interface Provider {
  /** The first one stands for the others. */
  readonly domains: readonly [string, ...string[]];
  /** Characters before the `@` that do not count. */
  readonly ignored?: RegExp;
  /** What precedes a tag, besides `+`. */
  readonly tagSign?: string;
  /** Whether `anything@ada.example.com` is `ada@example.com`. */
  readonly hasSubdomains?: boolean;
}

/** Only what the provider documents: two people must not share a mailbox here. Outlook.com documents nothing but tags after a `+`. */
const providers: readonly Provider[] = [
  // Sources: support.google.com/mail/answer/7436150 (dots) and /10313 (googlemail.com). At other domains of Google, dots do count.
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  // Source: support.apple.com/118230
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // Sources: proton.me/support/change-username (ignored characters), proton.me/support/addresses-and-aliases (domains)
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
  // Source: fastmail.help/hc/en-us/articles/360060591053
  { domains: ['fastmail.com'], hasSubdomains: true },
  { domains: ['fastmail.fm'], hasSubdomains: true },
  // Source: Yahoo’s help about disposable addresses, `base-keyword@yahoo.com`. An ordinary name has no hyphen.
  { domains: ['yahoo.com'], tagSign: '-' },
];

const withoutTag = (local: string, sign: string): string => {
  const at = local.indexOf(sign);
  return at > 0 ? local.slice(0, at) : local;
};

/**
 * The address of the mailbox that receives the mail of an address in lower case, so that the spellings of one mailbox are equal:
 * `a.da+news@googlemail.com` is `ada@gmail.com`. Only to compare mailboxes: mail is sent to the address as it was given.
 */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  for (const { domains, ignored, tagSign, hasSubdomains } of providers) {
    const [main] = domains;
    const subdomain = hasSubdomains && domain.endsWith(`.${main}`) ? domain.slice(0, -main.length - 1) : null;
    if (subdomain !== null) return `${subdomain}@${main}`;
    if (!domains.includes(domain)) continue;
    const name = withoutTag(local, '+');
    const untagged = tagSign === undefined ? name : withoutTag(name, tagSign);
    return `${ignored ? untagged.replace(ignored, '') : untagged}@${main}`;
  }
  return `${withoutTag(local, '+')}@${domain}`;
}
