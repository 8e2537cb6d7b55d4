import { SiteLink } from '../../components/site-link.tsx';

const inboxes: readonly { readonly name: string; readonly url: string; readonly domains: readonly string[] }[] = [
  { name: 'Gmail', url: 'https://mail.google.com/mail/u/0/#inbox', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/0/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/', domains: ['yahoo.com', 'ymail.com'] },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { name: 'Fastmail', url: 'https://app.fastmail.com/mail/Inbox/', domains: ['fastmail.com'] },
];

/** The web page of a mailbox, if its domain says where that is. Domains of companies do not. */
function inboxOf(email: string): { readonly name: string; readonly url: string } | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return inboxes.find(({ domains }) => domains.includes(domain));
}

/** Follows a sentence. */
export default function InboxLink({ email }: { email: string }) {
  const inbox = inboxOf(email);
  if (!inbox) return null;
  return (
    <>
      {' '}
      <SiteLink url={inbox.url} className="underline underline-offset-3">
        Check your inbox at {inbox.name}
      </SiteLink>
    </>
  );
}
