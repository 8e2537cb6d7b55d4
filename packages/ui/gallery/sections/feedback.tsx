import {
  Badge,
  Banner,
  Button,
  EmptyState,
  ErrorBox,
  Mark,
  ProgressBar,
  Skeleton,
  SkeletonField,
  SkeletonText,
  Splash,
} from '../../src/index.ts';
import { Row, Specimen } from '../specimen.tsx';

const tones = ['neutral', 'info', 'action', 'success', 'warning', 'destructive'] as const;

export function FeedbackSpecimens() {
  return (
    <>
      <Specimen name="ErrorBox">
        <ErrorBox
          title="The workspace was not saved"
          message="Network Error"
          requestId="01HZX8G5T4QKJ3V9W2N6R7B1CD"
          action={<Button size="sm">Try again</Button>}
        />
        <ErrorBox tone="warning" message="We are only showing you the value of this token once." />
        <ErrorBox tone="info" message="You must log in to view workspace status." />
        <ErrorBox tone="neutral" message="Feature not Enabled for account" />
      </Specimen>
      <Specimen name="Banner">
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
        <Banner tone="info">A quiet piece of news.</Banner>
      </Specimen>
      <Specimen name="Badge">
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
      </Specimen>
      <Specimen name="ProgressBar, Skeleton, Mark">
        <ProgressBar label="Loading" value={62} />
        <ProgressBar label="Loading" />
        <div className="flex gap-3">
          <Skeleton className="size-9" />
          <div className="flex-1">
            <SkeletonText lines={2} />
          </div>
        </div>
        <SkeletonField />
        <Row>
          <Mark size={20} />
          <Mark />
          <Mark size={44} />
        </Row>
      </Specimen>
      <Specimen name="Splash">
        {/* It fills what it stands in: the window, were it not for the transform. */}
        <div className="h-48 transform-gpu overflow-hidden rounded-lg border border-line">
          <Splash label="Loading..." value={40} />
        </div>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState
          icon="search-none"
          title="No workspace has this in its name"
          text="Names are searched, not descriptions."
          action={<Button size="sm">Clear search</Button>}
        />
      </Specimen>
    </>
  );
}
