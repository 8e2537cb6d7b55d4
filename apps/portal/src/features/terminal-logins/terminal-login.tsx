import { useRefocusOnChange } from '@portal/ui';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { unexpectedResponseError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { useApproveTerminalMutation } from '../../api/terminal-logins.api.ts';
import { useBrowser } from '../../lib/browser.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { AnswerError } from './answer-error.tsx';
import { ConsentCard } from './consent-card.tsx';
import { defaultGrant, Grant, restoreGrant } from './grant.ts';
import { Approved, Denied, InvalidLink } from './notices.tsx';
import { denialUrl, leadsToClient, parseTerminalRequest, type TerminalRequest } from './terminal-request.ts';

/** The page that a client on this machine opens in the browser. */
export function TerminalLogin() {
  const { search } = useLocation();
  const request = useMemo(() => parseTerminalRequest(search), [search]);
  return request ? <Consent key={search} request={request} /> : <InvalidLink />;
}

function Consent({ request }: { request: TerminalRequest }) {
  const { clientId, client, host, redirectUri, codeChallenge, state, scopes } = request;
  const { id: userId } = useUser();
  const { assign } = useBrowser();
  const [approve, { error, isLoading }] = useApproveTerminalMutation();
  const [grant, setGrant] = useState(() => defaultGrant(scopes));
  const [outcome, setOutcome] = useState<'open' | 'approved' | 'denied' | 'failed'>('open');
  useRefocusOnChange(outcome);
  useStoredDraft(`${userId}/terminal/${codeChallenge}`, {
    read: () => (outcome === 'open' ? grant : undefined),
    restore: (draft) => {
      const stored = Grant.safeParse(draft).data;
      if (stored) setGrant(restoreGrant(stored, scopes));
    },
  });
  const sendApproval = async () => {
    setOutcome('open');
    const answer = approve({
      body: { clientId, redirectUri, codeChallenge, state, ...(host !== null && { host }), ...grant },
    });
    const { data } = await answer;
    if (!data) return;
    // The response contains the code.
    answer.reset();
    const isExpected = leadsToClient(data.redirectUrl, request);
    setOutcome(isExpected ? 'approved' : 'failed');
    if (isExpected) assign(data.redirectUrl);
  };
  const deny = () => {
    setOutcome('denied');
    assign(denialUrl(request));
  };
  if (outcome === 'approved') return <Approved client={client} />;
  if (outcome === 'denied') return <Denied client={client} />;
  return (
    <ConsentCard
      client={client}
      host={host}
      requested={scopes}
      grant={grant}
      onChange={setGrant}
      isApproving={isLoading}
      isDenying={false}
      onApprove={() => void sendApproval()}
      onDeny={deny}
      error={
        <AnswerError
          error={outcome === 'failed' ? unexpectedResponseError(200, '') : error}
          title="The terminal was not approved"
        />
      }
    />
  );
}
