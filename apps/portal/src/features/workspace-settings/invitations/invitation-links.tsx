import { displayEmail } from '@portal/contract';
import { Button, CopyButton, TextArea } from '@portal/ui';
import { useState } from 'react';
import { useCreateInvitationLinkMutation } from '../../../api/invitations.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';

export interface InvitationLinksProps {
  workspaceId: string;
  /** The addresses that were invited and are not emailed. */
  emails: readonly string[];
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
}

/** Creates the links to invitations that are not emailed, and shows them as one list to copy: an address and its link on each line. */
export function InvitationLinks({ workspaceId, emails, members }: InvitationLinksProps) {
  const [createLink, { error, reset }] = useCreateInvitationLinkMutation();
  const [lines, setLines] = useState<ReadonlyMap<string, string>>(new Map());
  const [isLoading, setLoading] = useState(false);
  const invitations = members?.filter((member) => emails.includes(member.email) && isOpenInvitation(member)) ?? [];
  const missing = invitations.filter(({ email }) => !lines.has(email));
  const text = [...lines].map(([email, url]) => `${displayEmail(email)}\t${url}`).join('\n');
  // One after the other: the API limits them, and those that exist are shown.
  const createLinks = async () => {
    setLoading(true);
    let hasFailed = false;
    for (const { email, userId: invitationId } of missing) {
      const { data } = await createLink({ params: { workspaceId, invitationId } });
      hasFailed = !data;
      if (!data) break;
      setLines((previous) => new Map(previous).set(email, data.url));
    }
    setLoading(false);
    // The last response contains a secret, too.
    if (!hasFailed) reset();
  };
  if (invitations.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ErrorAlert error={error} title="Not all links were created" />
      {lines.size > 0 && <TextArea label="Links, each only for its address" value={text} readOnly rows={5} />}
      <div className="flex gap-2">
        {missing.length > 0 && (
          <Button
            size="sm"
            icon="link"
            loading={isLoading}
            loadingText="Creating links..."
            onClick={() => {
              reset();
              void createLinks();
            }}
          >
            Get the links of those who are not emailed
          </Button>
        )}
        {lines.size > 0 && !isLoading && <CopyButton text={text} label="Copy all links" />}
      </div>
    </div>
  );
}
