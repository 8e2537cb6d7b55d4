import { displayEmail, type DeviceRequest } from '@portal/contract';
import { Alert, Button, Card, DescriptionItem, DescriptionList, Timestamp } from '@portal/ui';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { lacksWorkspace, type Grant } from './grant.ts';
import { ScopeFields } from './scope-fields.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';

export interface ConsentCardProps {
  /** The name of the client. */
  client: string;
  /** The name of the machine, as the client claims it; null if it claims none. */
  host: string | null;
  /** Of a device, which can be far away. A client on this machine has none. */
  device?: Pick<DeviceRequest, 'network' | 'ownNetwork' | 'requestedAt'> | undefined;
  /** The scopes that the client requests. */
  requested: readonly string[];
  grant: Grant;
  onChange: (grant: Grant) => void;
  isApproving: boolean;
  isDenying: boolean;
  onApprove: () => void;
  onDeny: () => void;
  /** The error of the last answer, beside the buttons. */
  error: ReactNode;
}

/** Asks whether a command-line client may act as the user, what it can do, and where. */
export function ConsentCard(props: ConsentCardProps) {
  const { client, host, device, requested, grant, onChange, isApproving, isDenying, onApprove, onDeny, error } = props;
  const { email } = useUser();
  const reasonId = useId();
  useDocumentTitle(client);
  const isIncomplete = lacksWorkspace(grant);
  return (
    <div className="mx-auto max-w-form">
      <Card>
        <div className="grid gap-6">
          <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
            Let <span translate="no">{client}</span> act as you?
          </h1>
          <DescriptionList>
            <DescriptionItem name="Your account" multiline>
              <span className="wrap-anywhere">{displayEmail(email)}</span>
            </DescriptionItem>
            <DescriptionItem name="Client">
              <span translate="no">{client}</span>
            </DescriptionItem>
            <DescriptionItem name="Machine">
              {host === null ? (
                'It gives no name'
              ) : (
                <>
                  <span translate="no" className="font-mono text-sm text-strong">
                    {host}
                  </span>{' '}
                  <span className="text-secondary">(as it calls itself)</span>
                </>
              )}
            </DescriptionItem>
            {device && <DeviceDetails {...device} />}
          </DescriptionList>
          {device && <NetworkNote {...device} />}
          <div className="grid gap-1">
            <p className="font-semibold text-strong">Did you start this a moment ago, on this machine?</p>
            <p className="text-secondary">If you did not, deny it. Support never asks you to approve a terminal.</p>
          </div>
          <ScopeFields {...{ requested }} chosen={grant.scopes} onChange={(scopes) => onChange({ ...grant, scopes })} />
          <WorkspaceFields
            chosen={grant.workspaceIds}
            onChange={(workspaceIds) => onChange({ ...grant, workspaceIds })}
          />
          <div className="grid gap-1">
            <h2 className="text-lg">How long it lasts</h2>
            <p className="text-body">
              The login ends after 30 days without use, and after 90 days at the latest. You can end it at any time in
              your{' '}
              <Link to={paths.security} className="text-link">
                sessions
              </Link>
              .
            </p>
          </div>
          <div className="grid gap-3 border-t border-line pt-5">
            {error}
            {isIncomplete && (
              <p id={reasonId} className="text-error">
                Choose at least one workspace, or all of them.
              </p>
            )}
            <div className="grid grid-cols-2 gap-2">
              <Button
                variant="primary"
                disabled={isDenying || isIncomplete}
                loading={isApproving}
                loadingText="Approving..."
                aria-describedby={isIncomplete ? reasonId : undefined}
                onClick={onApprove}
              >
                Approve
              </Button>
              <Button disabled={isApproving} loading={isDenying} loadingText="Denying..." onClick={onDeny}>
                Deny
              </Button>
            </div>
          </div>
        </div>
      </Card>
    </div>
  );
}

type DeviceDetailsProps = NonNullable<ConsentCardProps['device']>;

const DeviceDetails = ({ network, ownNetwork, requestedAt }: DeviceDetailsProps) => (
  <>
    <DescriptionItem name="Its network">{network ?? 'Unknown'}</DescriptionItem>
    <DescriptionItem name="Your network">{ownNetwork ?? 'Unknown'}</DescriptionItem>
    <DescriptionItem name="Requested">
      <Timestamp date={requestedAt} />
    </DescriptionItem>
  </>
);

function NetworkNote({ network, ownNetwork }: DeviceDetailsProps) {
  if (network !== null && network === ownNetwork) return null;
  const isUnknown = network === null || ownNetwork === null;
  return (
    <Alert
      tone="warning"
      title={
        isUnknown ? 'We can’t tell whether this terminal is near you.' : 'This terminal is in another network than you.'
      }
      message="Approve it only if you know which machine it is."
    />
  );
}
