import { Button, EmptyState, type ButtonProps } from '@portal/ui';
import { Link } from 'react-router';
import { toRequestError } from '../../api/http/request-error.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../components/error-alert.tsx';
import { paths } from '../../lib/paths.ts';

export interface LegalErrorProps extends Pick<ErrorAlertProps, 'error' | 'onRetry'> {
  /** The version in the URL. */
  version: string | undefined;
  /** The path of the current version. */
  currentPath?: string | undefined;
}

/** Why a version could not be loaded. For one that does not exist, a retry is of no use. */
export function LegalError({ error, onRetry, version, currentPath }: LegalErrorProps) {
  if (toRequestError(error)?.type !== 'LegalVersionNotFound')
    return <ErrorAlert error={error} title="The legal documents could not be loaded" onRetry={onRetry} />;
  return (
    <EmptyState
      icon="search-none"
      title={`There is no version ${version} of the legal documents.`}
      text="Check the date in the link, or read the version in force."
      action={<CurrentVersionButton currentPath={currentPath} variant="primary" />}
    />
  );
}

interface CurrentVersionButtonProps
  extends Pick<LegalErrorProps, 'currentPath'>, Pick<ButtonProps, 'size' | 'variant'> {}

export const CurrentVersionButton = ({ currentPath = paths.legal(), ...props }: CurrentVersionButtonProps) => (
  <Button {...props} render={<Link to={currentPath} />}>
    Read the current version
  </Button>
);
