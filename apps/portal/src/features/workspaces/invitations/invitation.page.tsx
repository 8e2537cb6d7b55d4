import {
  displayEmail,
  intentLifetimeMinutes,
  roleLabels,
  type AssignableRole,
  type MyInvitation,
  type OpenedInvitation,
  type User,
} from '@portal/contract';
import { Alert, Avatar, Button, Card, Icon, InitialsTile, SkeletonText, useRefocusOnChange } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { loginUrl } from '../../../api/http/auth-api-urls.ts';
import {
  useIntendAcceptanceMutation,
  useOpenInvitationLinkQuery,
  usePreviewInvitationLinkQuery,
} from '../../../api/invitations.api.ts';
import { useUser, useWhoamiState } from '../../../api/session.api.ts';
import { useWorkspaces } from '../../../api/workspaces.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { InvitationSentence } from '../../../components/invited-to.tsx';
import { useBrowser } from '../../../lib/browser.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import type { FlashMessage } from '../../../lib/flash-message.ts';
import { internalNavigation } from '../../../lib/internal-navigation.ts';
import { paths } from '../../../lib/paths.ts';
import { roleMeanings } from '../../../lib/role-options.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import { saveLoginRedirect, type LogoutState } from '../../../session/tab-state.ts';
import { AnswerAlert, declinedMessage, joinedMessage } from './answer-alert.tsx';
import { EndedInvitation, WorkspacesButton } from './ended-invitation.tsx';
import { AnswerButtons, InvitationDetails } from './invitation-details.tsx';
import { PageNotice } from '../../../components/page-notice.tsx';
import { useAnswers, type Answer } from './use-answers.ts';

/** The page that an invitation email links to. */
export function Component() {
  const { token = '' } = useParams();
  const user = useWhoamiState().data?.user;
  if (!user) return <LoggedOut token={token} />;
  // Opens the link again when the email is verified.
  return <OpenedLink key={`${token} ${user.emailVerified}`} token={token} />;
}

function LoggedOut({ token }: { token: string }) {
  const { authApiUrl } = useSettings();
  const { assign } = useBrowser();
  const { data, isLoading, refetch } = usePreviewInvitationLinkQuery({ body: { token } });
  const [intend, { isLoading: isSaving, error }] = useIntendAcceptanceMutation();
  const invitation = data?.invitation;
  useRefocusOnChange(invitation ? 'invitation' : 'link');
  const leave = (signup: boolean, path = paths.invitation(token)) => {
    saveLoginRedirect(path);
    assign(loginUrl(authApiUrl, signup, token));
  };
  const accept = async (signup: boolean, role: AssignableRole) => {
    const { error: intentError } = await intend({ body: { token, role } });
    if (intentError) void refetch();
    else leave(signup, paths.acceptedInvitation(token));
  };
  if (isLoading) return <LoadingInvitation />;
  if (data?.isOpen === false) return <ClosedLink onLogIn={() => leave(false)} />;
  if (!invitation) {
    return (
      <PageNotice
        icon="mail"
        title="You’re invited to a workspace"
        actions={
          <>
            <Button variant="primary" onClick={() => leave(false)}>
              Log in
            </Button>
            <Button onClick={() => leave(true)}>Sign up</Button>
          </>
        }
      >
        <ErrorAlert error={error} title="The invitation was not accepted" />
        <p>Use the email address that received this invitation. You can accept the invitation afterwards.</p>
      </PageNotice>
    );
  }
  return (
    <PageNotice
      icon="mail"
      title={`Join ${invitation.workspaceName}`}
      actions={
        <>
          <Button
            variant="primary"
            loading={isSaving}
            loadingText="Saving..."
            onClick={() => void accept(false, invitation.role)}
          >
            Accept and log in
          </Button>
          <Button disabled={isSaving} onClick={() => void accept(true, invitation.role)}>
            Accept and sign up
          </Button>
          <Button disabled={isSaving} onClick={() => leave(false)}>
            Log in to decide
          </Button>
        </>
      }
    >
      <ErrorAlert error={error} title="The invitation was not accepted" />
      <p>
        <InvitationSentence invitation={invitation} />
      </p>
      <p className="text-sm text-secondary">
        {roleLabels[invitation.role]}: {roleMeanings[invitation.role]}
      </p>
      <p>
        To join, log in within {intentLifetimeMinutes} minutes with the email address that received this invitation. If
        you sign up, also agree to the terms and verify your email in that time.
      </p>
    </PageNotice>
  );
}

/** Only after a login can the page say why: the invitation expired, was cancelled or was used. */
function ClosedLink({ onLogIn }: { onLogIn: () => void }) {
  return (
    <PageNotice
      icon="mail"
      title="This link can’t be used"
      actions={
        <Button variant="primary" onClick={onLogIn}>
          Log in
        </Button>
      }
    >
      <p>Already accepted? Log in to find the workspace in your list.</p>
      <p>Otherwise, ask the person who invited you for a new invitation.</p>
    </PageNotice>
  );
}

function OpenedLink({ token }: { token: string }) {
  const user = useUser();
  const { data, error, refetch } = useOpenInvitationLinkQuery({ body: { token } }, { refetchOnMountOrArgChange: true });
  useRefocusOnChange(data?.status ?? 'loading');
  if (data) return <Invitation opened={data} user={user} token={token} onChanged={() => void refetch()} />;
  return (
    <LoadingInvitation
      error={<ErrorAlert error={error} title="The invitation could not be opened" onRetry={() => void refetch()} />}
      hasFailed={error !== undefined}
    />
  );
}

function LoadingInvitation({ error, hasFailed = false }: { error?: ReactNode; hasFailed?: boolean }) {
  return (
    <div className="mx-auto max-w-lg pt-8">
      <Card>
        <h1 tabIndex={-1} className="sr-only">
          Invitation
        </h1>
        {error}
        {!hasFailed && <SkeletonText lines={5} />}
      </Card>
    </div>
  );
}

interface InvitationProps {
  opened: OpenedInvitation;
  user: User;
  token: string;
  /** Opens the link again. */
  onChanged: () => void;
}

function Invitation({ opened, user, token, onChanged }: InvitationProps) {
  const { status, invitation, neededEmail, workspaceId } = opened;
  if (status === 'open') return invitation && <OpenInvitation invitation={invitation} onChanged={onChanged} />;
  if (status === 'wrongAccount') return <WrongAccount {...{ neededEmail, user, token }} />;
  if (status === 'unverified') return <Unverified {...{ user, token }} />;
  if (status === 'alreadyMember' || status === 'claimed')
    return workspaceId !== null && <InYourList {...{ status, workspaceId }} />;
  return <EndedInvitation status={status} />;
}

/** Whether the user accepted before the login that led here. It changes only what the page says. */
const useAcceptedBeforeLogin = () => useSearchParams()[0].has('accepted');

interface OpenInvitationProps {
  invitation: MyInvitation;
  onChanged: () => void;
}

function OpenInvitation({ invitation, onChanged }: OpenInvitationProps) {
  const navigate = useNavigate();
  const { email } = useUser();
  useDocumentTitle(invitation.workspaceName);
  const [answer, setAnswer] = useState<Answer>();
  const wasAccepted = useAcceptedBeforeLogin();
  const answers = useAnswers((next) => {
    setAnswer(next);
    if (!next) return;
    if (next.kind === 'failed') {
      // The invitation may have ended since the link was opened.
      if (next.error.status === 404 || next.error.status === 409) onChanged();
      return;
    }
    const { workspaceName } = invitation;
    const state: FlashMessage =
      next.kind === 'accepted'
        ? { message: joinedMessage(workspaceName), joinedWorkspaceId: next.workspaceId }
        : { message: declinedMessage(workspaceName) };
    void navigate(paths.workspaces, { state, replace: true });
  });
  return (
    <div className="mx-auto grid max-w-lg gap-4 pt-8">
      {answer?.kind === 'failed' && <AnswerAlert answer={answer} />}
      {wasAccepted && !answer && (
        <Alert
          tone="info"
          message={`You have not joined yet. Accept once more: more than ${intentLifetimeMinutes} minutes have passed since you accepted, or the invitation could not be accepted then.`}
        />
      )}
      <Card>
        <div className="grid justify-items-center gap-4 p-4 text-center">
          <div className="flex items-center gap-3">
            {invitation.inviter && (
              <>
                <Avatar id={invitation.inviter.email} name={invitation.inviter.nickname} size={36} />
                <Icon name="arrow-right" className="text-neutral-icon" />
              </>
            )}
            <InitialsTile id={invitation.workspaceId} name={invitation.workspaceName} />
          </div>
          <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
            Join {invitation.workspaceName}
          </h1>
          <div className="grid gap-2">
            <InvitationDetails invitation={invitation}>
              <p className="text-sm text-secondary">
                {roleLabels[invitation.role]}: {roleMeanings[invitation.role]}
              </p>
              <p className="text-sm wrap-anywhere text-secondary">
                You’ll join as <b translate="no">{displayEmail(email)}</b>
              </p>
            </InvitationDetails>
          </div>
          <AnswerButtons {...{ invitation, answers }} />
        </div>
      </Card>
    </div>
  );
}

interface WrongAccountProps {
  neededEmail: string | null;
  user: User;
  token: string;
}

function WrongAccount({ neededEmail, user, token }: WrongAccountProps) {
  const state: LogoutState = { ...internalNavigation, returnTo: paths.invitation(token) };
  return (
    <PageNotice
      icon="users"
      title="This invitation is for another account"
      actions={
        <>
          <Button variant="primary" render={<Link to={paths.logout} state={state} />}>
            Log out and switch account
          </Button>
          <WorkspacesButton variant="secondary" />
        </>
      }
    >
      <p>
        It invites <b translate="no">{neededEmail && displayEmail(neededEmail)}</b>. You are logged in as{' '}
        <b translate="no">{displayEmail(user.email)}</b>.
      </p>
      <p>
        You’ll come back here after logging out. Then log in or sign up as {neededEmail && displayEmail(neededEmail)}.
      </p>
    </PageNotice>
  );
}

/** The banner above the page resends the verification email and checks it. */
function Unverified({ user, token }: { user: User; token: string }) {
  const { data } = usePreviewInvitationLinkQuery({ body: { token } });
  const wasAccepted = useAcceptedBeforeLogin();
  return (
    <PageNotice
      icon="mail"
      title={wasAccepted ? 'Verify your email to join' : 'Verify your email to see this invitation'}
      actions={<Button render={<Link to={paths.profile} />}>Go to your profile</Button>}
    >
      {data?.invitation && (
        <p>
          <InvitationSentence invitation={data.invitation} />
        </p>
      )}
      <p>
        Open the link in the email we sent to {displayEmail(user.email)}, then return to this page.
        {wasAccepted && ` You join within ${intentLifetimeMinutes} minutes after you accepted; later, you accept here.`}
      </p>
    </PageNotice>
  );
}

const inYourList = {
  joined: {
    titleOf: (name = 'the workspace') => `You joined ${name}`,
    text: 'You accepted the invitation before the login. The workspace is in your list.',
  },
  alreadyMember: {
    titleOf: (name = 'the workspace') => `You are already a member of ${name}`,
    text: 'You don’t need this invitation. The workspace is in your list.',
  },
  claimed: {
    titleOf: (name = 'The workspace') => `${name} is yours`,
    text: 'It was set up for your email address, and is now in your list.',
  },
};

function InYourList({ status, workspaceId }: { status: 'alreadyMember' | 'claimed'; workspaceId: string }) {
  const wasAccepted = useAcceptedBeforeLogin();
  const { titleOf, text } = inYourList[wasAccepted && status === 'alreadyMember' ? 'joined' : status];
  const workspace = useWorkspaces().rows?.find(({ id }) => id === workspaceId);
  return (
    <PageNotice
      icon="check-circle"
      title={titleOf(workspace?.displayName)}
      actions={
        <>
          <Button variant="primary" render={<Link to={paths.workspaceGo(workspaceId)} state={internalNavigation} />}>
            Go to workspace
          </Button>
          <WorkspacesButton variant="secondary" />
        </>
      }
    >
      <p>{text}</p>
    </PageNotice>
  );
}
