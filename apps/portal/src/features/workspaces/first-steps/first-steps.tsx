import type { FirstSteps as Progress } from '@portal/contract';
import { Button, Card, CopyBlock, moveFocusOnUnmount, StepMark, VisuallyHidden } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useHasBillingDetailsQuery } from '../../../api/billing.api.ts';
import { useCloseFirstStepsMutation, useGetFirstStepsQuery } from '../../../api/first-steps.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { codeSamples } from '../../../components/code-samples.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';
import { FirstRequest } from '../../../components/first-request/first-request.tsx';
import { useFirstRequest } from '../../../components/first-request/use-first-request.ts';
import { formLink } from '../../../lib/form-link.ts';
import { paths } from '../../../lib/paths.ts';
import { useSettings } from '../../../lib/settings-context.ts';

/** The steps of a new user to the first request with an API token. Nothing for users who own no workspace. */
export default function FirstSteps({ ownWorkspaceId }: { ownWorkspaceId: string }) {
  const { id: userId } = useUser();
  const { data, error, refetch } = useGetFirstStepsQuery(
    { params: { userId } },
    // The user returns from the page of the tokens.
    { refetchOnMountOrArgChange: true },
  );
  // The list that the page shows may be older.
  if (data?.firstSteps.workspaceId === null) return null;
  const workspaceId = data?.firstSteps.workspaceId ?? ownWorkspaceId;
  return <StepsCard {...{ workspaceId, error }} progress={data?.firstSteps} onReload={() => void refetch()} />;
}

interface StepsCardProps {
  workspaceId: string;
  /** Undefined until it is loaded. The card has the same height then. */
  progress: Progress | undefined;
  error: ErrorAlertProps['error'];
  onReload: () => void;
}

/** The scopes of the sample before there is a token. */
const defaultScopes = ['members:read'];

function StepsCard({ workspaceId, progress, error, onReload }: StepsCardProps) {
  const { id: userId } = useUser();
  const { authApiUrl } = useSettings();
  const [close, closing] = useCloseFirstStepsMutation();
  const token = progress?.token ?? null;
  // Once the token was used, its use is in the response.
  const isUsed = token !== null && token.lastUsedAt !== null;
  const waiting = useFirstRequest(token !== null && !isUsed ? { workspaceId, tokenId: token.id } : undefined);
  const request = isUsed ? { ...waiting, use: token, phase: 'received' as const } : waiting;
  const isDone = request.use !== undefined;
  const current = isDone ? undefined : token === null ? 1 : 2;
  const { command, code } = curlSample({
    authApiUrl,
    workspaceId,
    scopes: token?.scopes ?? defaultScopes,
  });
  const hidden = progress === undefined ? 'invisible' : '';
  return (
    <Card
      title={isDone ? 'Your first API request arrived' : 'Make your first API request'}
      description={
        isDone
          ? 'That is all it takes: programs send the token with each request.'
          : 'Programs use a workspace with an API token. Send one request to see that it works.'
      }
      actions={
        <Button
          ref={moveFocusOnUnmount}
          size="sm"
          variant={isDone ? 'secondary' : 'ghost'}
          loading={closing.isLoading}
          onClick={() => void close({ params: { userId }, body: {} })}
        >
          {isDone ? 'Done' : 'Dismiss'}
        </Button>
      }
    >
      <div className="grid gap-4">
        <ErrorAlert error={closing.error} title="The first steps could not be dismissed" />
        <ErrorAlert error={error} title="Your progress could not be loaded" onRetry={onReload} />
        <ol aria-label="First steps" className={`grid gap-4 ${hidden}`}>
          <Step number={1} isDone={token !== null} isCurrent={current === 1} title="Get an API token">
            <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
              {token !== null && (
                <p className="min-w-0 wrap-anywhere text-secondary">
                  You created{' '}
                  <b translate="no" className="font-medium text-strong">
                    {token.name}
                  </b>
                  .
                </p>
              )}
              <Button
                size="sm"
                variant={token === null ? 'primary' : 'ghost'}
                render={<Link to={paths.workspaceApiTokens(workspaceId)} state={formLink} />}
              >
                {token === null ? 'Create an API token' : 'Create another'}
              </Button>
            </div>
          </Step>
          <Step number={2} isDone={isDone} isCurrent={current === 2} title="Run these commands">
            <div className="grid items-start gap-x-6 gap-y-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              {command && (
                <CopyBlock label="Enter the token, in bash or zsh" text={command.text} copyLabel="Copy command" />
              )}
              <CopyBlock label="Send a request" text={code} copyLabel="Copy request" />
            </div>
          </Step>
          <Step number={3} isDone={isDone} isCurrent={false} title="See it arrive">
            <FirstRequest state={request} onCheckAgain={onReload} />
          </Step>
        </ol>
        <NextSteps {...{ workspaceId, progress }} />
      </div>
    </Card>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone, isCurrent, children }: StepProps) {
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="flex gap-3">
      <StepMark {...{ number, isDone, isCurrent }} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <h3 className="font-medium text-strong">
          {title}
          {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** What else a new owner can do. What is done already is left out. */
function NextSteps({ workspaceId, progress }: Pick<StepsCardProps, 'workspaceId' | 'progress'>) {
  const { id: userId } = useUser();
  const { data: billing } = useHasBillingDetailsQuery({ params: { userId } });
  return (
    <p className="flex min-h-5 flex-wrap gap-x-4 gap-y-1 text-secondary">
      {progress?.hasColleagues === false && (
        <Link to={paths.workspaceMembers(workspaceId)} state={formLink} className="text-link">
          Invite a colleague
        </Link>
      )}
      {billing?.paymentDetailsSet === false && (
        <Link to={paths.billing} className="text-link">
          Add a card
        </Link>
      )}
    </p>
  );
}

function curlSample(token: Parameters<typeof codeSamples>[0]) {
  const sample = codeSamples(token).find(({ id }) => id === 'curl');
  if (!sample) throw new Error('There is no sample for curl');
  return sample;
}
