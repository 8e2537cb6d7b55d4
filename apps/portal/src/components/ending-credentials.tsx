import { roleLabels, displayEmail, type CredentialSummary, type WorkspaceRole } from '@portal/contract';
import { SkeletonText, Timestamp, Truncate } from '@portal/ui';
import type { ReactNode } from 'react';
import { ErrorAlert, type ErrorAlertProps } from './error-alert.tsx';

export interface EndingCredentialsProps {
  query: {
    readonly currentData?: CredentialSummary | undefined;
    readonly error?: ErrorAlertProps['error'];
    readonly refetch: () => unknown;
  };
  /** Whether to name the members, because the list has those of several. */
  showsMembers?: boolean;
}

/** Whether neither the list nor an error is there yet. A confirmation waits for either. */
export const isLoadingCredentials = ({ currentData, error }: EndingCredentialsProps['query']) => !currentData && !error;

/** What stops working: API tokens by name with their last use, and sessions in the instance. For a confirmation dialog. */
export function EndingCredentials({
  query: { currentData: credentials, error, refetch },
  showsMembers = false,
}: EndingCredentialsProps) {
  if (!credentials) {
    return error ? (
      <ErrorAlert error={error} title="Tokens and sessions could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <SkeletonText lines={3} />
    );
  }
  const { authTokens, authTokenCount, instanceSessions, instanceSessionCount } = credentials;
  if (authTokenCount === 0 && instanceSessionCount === 0)
    return <p className="text-secondary">There are no active API tokens or instance sessions.</p>;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Section title="API tokens that stop working" total={authTokenCount} shown={authTokens.length}>
        {authTokens.map(({ id, name, principalName, lastUsedAt, workspaceName }) => (
          <Row
            key={id}
            name={workspaceName === undefined ? (name ?? 'Unnamed') : `${name ?? 'Unnamed'} in ${workspaceName}`}
            by={showsMembers ? principalName : undefined}
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
    </div>
  );
}

export interface NameListProps {
  title: string;
  entries: readonly { readonly id: string; readonly email: string; readonly role: WorkspaceRole }[];
  /** How many there are. The list may be shorter. */
  count: number;
}

/** Members or invitations that end. For a confirmation dialog. */
export function NameList({ title, entries, count }: NameListProps) {
  return (
    <Section title={title} total={count} shown={entries.length}>
      {entries.map(({ id, email, role }) => (
        <Row key={id} name={displayEmail(email)} detail={roleLabels[role]} />
      ))}
    </Section>
  );
}

interface SectionProps {
  title: string;
  total: number;
  shown: number;
  children: ReactNode;
}

function Section({ title, total, shown, children }: SectionProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <p className="font-semibold text-strong">
        {title} ({total})
      </p>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
      {total > shown && <p className="mt-1 text-secondary">and {total - shown} more</p>}
    </section>
  );
}

interface RowProps {
  name: string;
  by?: string | undefined;
  detail: ReactNode;
}

function Row({ name, by, detail }: RowProps) {
  return (
    <li className="flex min-w-0 flex-wrap justify-between gap-x-4 py-1">
      <Truncate className="min-w-0">{by === undefined ? name : `${name} by ${by}`}</Truncate>
      <span className="flex-none text-sm text-secondary">{detail}</span>
    </li>
  );
}
