import { Button } from '@portal/ui';

interface DownloadButtonProps {
  url: string;
  format: 'CSV' | 'NDJSON';
}

/** Downloads a file from the API. In a new tab, which shows the error if there is one. */
export const DownloadButton = ({ url, format }: DownloadButtonProps) => (
  <Button
    size="sm"
    icon="download"
    render={
      <a href={url} target="_blank" rel="noreferrer">
        Download {format}
      </a>
    }
  >
    Download {format}
  </Button>
);
