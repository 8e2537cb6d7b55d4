import {
  roleLabels,
  displayEmail,
  type CredentialSummary,
  type UserCredentialSummary,
  type WorkspaceCredentialSummary,
  type WorkspaceRole,
} from '@portal/contract';
import { SkeletonText, Timestamp, Truncate } from '@portal/ui';
import type { ReactNode } from 'react';
import { ErrorAlert, type ErrorAlertProps } from './error-alert.tsx';

type Summary = CredentialSummary & Partial<UserCredentialSummary>;
type Token = CredentialSummary['authTokens'][number];

export interface EndingCredentialsProps {
  query: {
    readonly currentData?: Summary | undefined;
    readonly error?: ErrorAlertProps['error'];
    readonly refetch: () => unknown;
  };
  /** Whether to name the members, because the list has those of several. */
  showsMembers?: boolean;
  /** What happens to the tokens of service accounts in workspaces that the user owns. */
  ownedTokens?: 'pause' | 'stop working';
  /** Who may still have the secrets of the tokens that keep working. */
  creator?: 'You' | 'They';
  /** How to keep a program running whose token ends. */
  alternative?: ReactNode;
}

/** Whether neither the list nor an error is there yet. A confirmation waits for either. */
export const isLoadingCredentials = ({ currentData, error }: EndingCredentialsProps['query']) => !currentData && !error;

/**
 * What stops working: API tokens by name with their last use, and sessions in the instance. Also which tokens of service accounts pause or
 * keep working. For a confirmation dialog.
 */
export function EndingCredentials({
  query: { currentData: credentials, error, refetch },
  showsMembers = false,
  ownedTokens = 'pause',
  creator = 'They',
  alternative,
}: EndingCredentialsProps) {
  if (!credentials) {
    return error ? (
      <ErrorAlert error={error} title="Tokens and sessions could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <SkeletonText lines={3} />
    );
  }
  const { authTokens, authTokenCount, instanceSessions, instanceSessionCount } = credentials;
  const { ownedAuthTokens = [], ownedAuthTokenCount = 0 } = credentials;
  const { remainingAuthTokens = [], remainingAuthTokenCount = 0 } = credentials;
  const isEmpty = authTokenCount + instanceSessionCount + ownedAuthTokenCount + remainingAuthTokenCount === 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      {isEmpty && <p className="text-secondary">There are no active API tokens or instance sessions.</p>}
      <TokenList
        title="API tokens that stop working"
        tokens={authTokens}
        count={authTokenCount}
        showsPrincipals={showsMembers}
        note={alternative}
      />
      <Section title="Instance sessions that end" total={instanceSessionCount} shown={instanceSessions.length}>
        {instanceSessions.map(({ nickname, startedAt, workspaceName }) => (
          <Row
            key={`${startedAt} ${nickname} ${workspaceName ?? ''}`}
            name={workspaceName ?? nickname}
            detail={
              <span>
                Started <Timestamp date={startedAt} />
              </span>
            }
          />
        ))}
      </Section>
      <TokenList
        title={`API tokens of service accounts that ${ownedTokens}`}
        tokens={ownedAuthTokens}
        count={ownedAuthTokenCount}
        showsPrincipals
      />
      <TokenList
        title="API tokens of service accounts that keep working"
        tokens={remainingAuthTokens}
        count={remainingAuthTokenCount}
        showsPrincipals
        note={`${creator} created them, and may still have their secrets. The owner of the workspace can rotate them.`}
      />
    </div>
  );
}

interface TokenListProps {
  title: string;
  tokens: readonly Token[];
  /** How many there are. The list may be shorter. */
  count: number;
  /** Whether to name who a token acts as. */
  showsPrincipals: boolean;
  note?: ReactNode;
}

/** API tokens by name with their last use. For a confirmation dialog. */
export function TokenList({ title, tokens, count, showsPrincipals, note }: TokenListProps) {
  return (
    <Section title={title} total={count} shown={tokens.length} note={note}>
      {tokens.map(({ id, name, principalName, lastUsedAt, workspaceName }) => (
        <Row
          key={id}
          name={workspaceName === undefined ? (name ?? 'Unnamed') : `${name ?? 'Unnamed'} in ${workspaceName}`}
          principal={showsPrincipals ? principalName : undefined}
          detail={
            lastUsedAt === null ? (
              <span>Never used</span>
            ) : (
              <span>
                Last used <Timestamp date={lastUsedAt} />
              </span>
            )
          }
        />
      ))}
    </Section>
  );
}

export interface NameListProps {
  title: string;
  entries: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: WorkspaceRole;
    readonly workspaceName?: string | undefined;
  }[];
  /** How many there are. The list may be shorter. */
  count: number;
  /** How to keep what ends. */
  note?: ReactNode;
}

/** Members or invitations that end. For a confirmation dialog. */
export function NameList({ title, entries, count, note }: NameListProps) {
  return (
    <Section title={title} total={count} shown={entries.length} note={note}>
      {entries.map(({ id, email, role, workspaceName }) => (
        <Row
          key={id}
          name={workspaceName === undefined ? displayEmail(email) : `${displayEmail(email)} in ${workspaceName}`}
          detail={roleLabels[role]}
        />
      ))}
    </Section>
  );
}

/** What else ends with a workspace. For a confirmation dialog. */
export function EndingWorkspaceParts({
  serviceAccounts,
  serviceAccountCount,
  webhookCount,
  ownershipOfferedTo,
}: Omit<WorkspaceCredentialSummary, keyof CredentialSummary>) {
  return (
    <>
      <Section title="Service accounts that end" total={serviceAccountCount} shown={serviceAccounts.length}>
        {serviceAccounts.map(({ id, name }) => (
          <Row key={id} name={name} />
        ))}
      </Section>
      {webhookCount > 0 && <p className="font-semibold text-strong">Webhooks that end ({webhookCount})</p>}
      {ownershipOfferedTo !== null && (
        <p>
          Your ownership offer to <strong translate="no">{displayEmail(ownershipOfferedTo)}</strong> ends. If they
          accept it first, the workspace stays.
        </p>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  total: number;
  shown: number;
  note?: ReactNode;
  children: ReactNode;
}

function Section({ title, total, shown, note, children }: SectionProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <p className="font-semibold text-strong">
        {title} ({total})
      </p>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
      {total > shown && <p className="mt-1 text-secondary">and {total - shown} more</p>}
      {note && <p className="mt-1 text-secondary">{note}</p>}
    </section>
  );
}

interface RowProps {
  name: string;
  principal?: string | undefined;
  detail?: ReactNode;
}

function Row({ name, principal, detail }: RowProps) {
  return (
    <li className="flex min-w-0 flex-wrap justify-between gap-x-4 py-1">
      <Truncate className="min-w-0">{principal === undefined ? name : `${name} as ${principal}`}</Truncate>
      <span className="flex-none text-sm text-secondary">{detail}</span>
    </li>
  );
}
