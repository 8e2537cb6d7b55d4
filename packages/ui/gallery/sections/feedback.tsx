import {
  Badge,
  Banner,
  Button,
  EmptyState,
  FloatingNotice,
  Alert,
  Logo,
  Skeleton,
  SkeletonField,
  SkeletonTable,
  SkeletonText,
  Splash,
  Steps,
} from '../../src/index.ts';
import { ProgressBar } from '../../src/feedback/progress-bar.tsx';
import { Row, Example } from '../example.tsx';

const tones = ['neutral', 'info', 'action', 'success', 'warning', 'destructive'] as const;

export function FeedbackExamples() {
  return (
    <>
      <Example name="Alert">
        <Alert
          title="The workspace couldn't be saved"
          message="Network Error"
          requestId="01HZX8G5T4QKJ3V9W2N6R7B1CD"
          action={<Button size="sm">Try again</Button>}
        />
        <Alert tone="warning" message="Your last payment failed." action={<Button size="sm">Pay $49.00</Button>} />
        <Alert tone="warning" message="We are only showing you the value of this token once." />
        <Alert tone="info" message="You must log in to view workspace status." />
        <Alert tone="neutral" message="Feature not Enabled for account" />
      </Example>
      <Example name="Banner">
        <Banner
          actions={
            <>
              <Button size="sm">Already verified?</Button>
              <Button size="sm">Resend Email</Button>
            </>
          }
        >
          Please verify your email address.
        </Banner>
        <Banner tone="info">An informational message.</Banner>
      </Example>
      <Example name="Badge">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="action" icon="check">
            Managed
          </Badge>
        </Row>
      </Example>
      <Example name="ProgressBar, Skeleton, Logo">
        <ProgressBar label="Loading" value={62} />
        <ProgressBar label="Loading" />
        <div className="flex gap-3">
          <Skeleton className="size-9" />
          <div className="flex-1">
            <SkeletonText lines={2} />
          </div>
        </div>
        <SkeletonField />
        <SkeletonTable className="h-40" />
        <Row>
          <Logo size={20} />
          <Logo />
          <Logo size={44} />
        </Row>
      </Example>
      <Example name="Steps">
        {[0, 1, 2].map((current) => (
          <Steps
            key={current}
            label="Set up your account"
            steps={['Terms', 'Email', 'Profile'].map((label, position) => ({ label, isDone: position < current }))}
            current={current}
          />
        ))}
      </Example>
      <Example name="Splash">
        {/* The transform makes this element the containing block of the fixed splash. */}
        <div className="h-48 transform-gpu overflow-hidden rounded-lg border border-line">
          <Splash label="Loading..." value={40} />
        </div>
      </Example>
      <Example name="FloatingNotice">
        {/* The transform makes this element the containing block of the fixed notice. */}
        <div className="h-20 transform-gpu overflow-hidden rounded-lg border border-line">
          <FloatingNotice
            label="Last change"
            icon="check-circle"
            notice={{ id: 1, message: 'li.wei@acme.dev is now Approver' }}
            action={
              <Button size="sm" variant="ghost">
                Undo
              </Button>
            }
            onClose={() => undefined}
          />
        </div>
      </Example>
      <Example name="EmptyState">
        <EmptyState
          icon="search-none"
          title='No workspaces match "production"'
          text="Only names are searched."
          action={<Button size="sm">Clear search</Button>}
        />
      </Example>
    </>
  );
}
