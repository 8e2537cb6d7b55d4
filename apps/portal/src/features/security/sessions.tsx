import type { LoginSecurity, UserSession } from '@portal/contract';
import { Alert, Badge, Button, Card, Icon, Skeleton, Timestamp, moveFocusNearOnUnmount } from '@portal/ui';
import { useId, useMemo, useState } from 'react';
import type { RequestError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsInfiniteQuery,
} from '../../api/user-sessions.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { describeClient, describeTerminalClient, deviceIcon } from '../../lib/describe-client.ts';
import { definePendingAction } from '../../session/pending-action.ts';
import { TerminalSession } from './terminal-session.tsx';
import { TokensToReview } from './tokens-to-review.tsx';

/** The session to end, or all others. */
type Target = string;
const allOthers: Target = 'others';

/** The end of sessions that requires a new login. It is sent when the user returns. */
const endAction = definePendingAction<Target>('endSessions');

export const useSessions = (userId: string) =>
  useListSessionsInfiniteQuery({ params: { userId } }, { refetchOnMountOrArgChange: true });

export interface SessionsProps {
  query: ReturnType<typeof useSessions>;
  /** Whether the page shows the error of the query, together with others. */
  hidesError: boolean;
  passwordChange: LoginSecurity['passwordChange'];
}

/** Where the user is logged in, with actions that end the other sessions. */
export function Sessions({ query, hidesError, passwordChange }: SessionsProps) {
  const { id: userId } = useUser();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const sessions = useMemo(() => data && currentFirst(data.pages.flatMap((page) => page.sessions)), [data]);
  const [endSession] = useEndSessionMutation();
  const [endOtherSessions] = useEndOtherSessionsMutation();
  const { errors, isPending, run } = useMutationsById();
  const [outcome, setOutcome] = useState('');
  const end = async (target: Target) => {
    setOutcome('');
    const succeeded = await run(target, () =>
      target === allOthers
        ? endOtherSessions({ params: { userId } })
        : endSession({ params: { userId, sessionId: target } }),
    );
    // The session may have ended elsewhere.
    if (!succeeded) void refetch();
    else if (target === allOthers) setOutcome('All other sessions have ended.');
  };
  endAction.useResume((target) => {
    // The list shows the result.
    if (sessions === undefined) return false;
    void end(target);
    return true;
  });
  const reauthenticate = endAction.useReauthenticate();
  return (
    <Card
      title="Where you’re logged in"
      description="Ending a session also logs you out of the workspaces that you opened from it."
    >
      <div className="grid gap-4">
        {passwordChange?.hasEarlierSessions && (
          <Alert
            tone="warning"
            title="Your password has changed"
            message={
              <>
                That was <Timestamp date={passwordChange.changedAt} />. Sessions from before are still logged in. End
                all other sessions, so that no one who knows the old password stays logged in.
              </>
            }
            action={
              <Button
                size="sm"
                confirmClick
                loading={isPending(allOthers)}
                loadingText="Ending..."
                onClick={() => void end(allOthers)}
              >
                End all other sessions
              </Button>
            }
          />
        )}
        <ErrorAlert
          error={hidesError ? undefined : error}
          title="Your sessions could not be loaded"
          onRetry={() => void refetch()}
        />
        {!sessions && !error && <SessionSkeleton />}
        {sessions && (
          <ul className="grid gap-4" aria-label="Sessions">
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                isEnding={isPending(session.id)}
                error={errors.get(session.id)}
                onEnd={() => void end(session.id)}
                onLogIn={() => reauthenticate(session.id)}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div>
            <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
        {/* Also with one session: the login provider may remember the login of another browser. */}
        {sessions && (
          <EndOtherSessions
            isEnding={isPending(allOthers)}
            outcome={outcome}
            error={errors.get(allOthers)}
            onEnd={() => void end(allOthers)}
            onLogIn={() => reauthenticate(allOthers)}
          />
        )}
        {data?.pages[0] && <TokensToReview list={data.pages[0].tokensToReview} onRevoked={() => void refetch()} />}
      </div>
    </Card>
  );
}

const currentFirst = (sessions: readonly UserSession[]) => [
  ...sessions.filter(({ isCurrent }) => isCurrent),
  ...sessions.filter(({ isCurrent }) => !isCurrent),
];

/** Most users have one session. */
function SessionSkeleton() {
  return (
    <>
      <div className="flex items-start gap-3">
        <Skeleton className="mt-0.5 size-4" />
        <div className="grid flex-1 gap-0.5">
          <Skeleton className="h-4.5 w-40" />
          <Skeleton className="h-4.5 w-48 max-w-full" />
          <Skeleton className="h-4 w-36 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-14 w-72" />
    </>
  );
}

interface SessionItemProps {
  session: UserSession;
  isEnding: boolean;
  error: RequestError | undefined;
  onEnd: () => void;
  /** Starts the new login that the API may require. */
  onLogIn: () => void;
}

const focusNextButton = moveFocusNearOnUnmount((item) => item.querySelector('button'));

function SessionItem({ session, isEnding, error, onEnd, onLogIn }: SessionItemProps) {
  const { isCurrent, network, createdAt, lastSeenAt, instances, terminal } = session;
  // Several sessions may have the same browser.
  const detailsId = useId();
  const client = terminal ? describeTerminalClient(session.browser, terminal) : describeClient(session);
  return (
    <li ref={focusNextButton} className="grid gap-2">
      <div className="flex flex-wrap items-start justify-end gap-3">
        <Icon name={terminal ? 'terminal' : deviceIcon(session)} className="mt-0.5 shrink-0 text-secondary" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-2 font-medium text-strong">
            <span translate={terminal ? 'no' : undefined} className="wrap-anywhere">
              {client}
            </span>
            {terminal && <Badge>Terminal</Badge>}
            {isCurrent && <Badge tone="success">This session</Badge>}
          </p>
          <div id={detailsId} className="text-secondary">
            <p className="text-sm">
              Active <Timestamp date={lastSeenAt} />
              {network !== null && <span>{` · ${network}`}</span>}
            </p>{' '}
            <p className="text-xs">
              Logged in <Timestamp date={createdAt} />
            </p>
          </div>
          {terminal && <TerminalSession terminal={terminal} />}
          {instances.length > 0 && (
            <p className="text-sm text-secondary">
              Open workspaces: {instances.map(({ displayName }) => displayName).join(', ')}
            </p>
          )}
        </div>
        {!isCurrent && (
          // As wide as the confirmation, so that nothing moves when the button asks.
          <Button
            size="sm"
            confirmClick
            confirmText="Click again"
            loading={isEnding}
            loadingText="Ending..."
            aria-label={`End session in ${client}`}
            aria-describedby={detailsId}
            className="w-28 flex-none"
            onClick={onEnd}
          >
            End session
          </Button>
        )}
      </div>
      <NewLoginAlert
        error={error}
        title="The session was not ended"
        message="Ending another session requires a recent login. Log in again to end it."
        onLogIn={onLogIn}
      />
    </li>
  );
}

interface EndOtherSessionsProps extends Omit<SessionItemProps, 'session'> {
  outcome: string;
}

function EndOtherSessions({ isEnding, outcome, error, onEnd, onLogIn }: EndOtherSessionsProps) {
  return (
    <div className="grid gap-3">
      <NewLoginAlert
        error={error}
        title="The other sessions were not ended"
        message="Ending your other sessions requires a recent login. Log in again to end them."
        onLogIn={onLogIn}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-72 text-secondary">
          Logs out every other browser and terminal, and the workspaces that you opened before your last login.
        </p>
        <Button icon="logout" confirmClick loading={isEnding} loadingText="Ending..." onClick={onEnd}>
          End all other sessions
        </Button>
      </div>
      <span role="status" className="text-secondary empty:sr-only">
        {outcome}
      </span>
    </div>
  );
}
