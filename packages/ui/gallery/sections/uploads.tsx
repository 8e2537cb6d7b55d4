import { FileUpload } from '../../src/extra/index.ts';
import { chunkSizeBytes } from '../../src/extra/upload/file-chunks.ts';
import { UploadProgress } from '../../src/extra/upload/upload-progress.tsx';
import type { UploadState } from '../../src/extra/upload/chunked-upload.ts';
import { Example } from '../example.tsx';

const delay = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

async function succeed() {
  await delay(120);
}

async function failSometimes() {
  await delay(120);
  if (Math.random() < 0.2) throw new Error('The connection was lost.');
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : 'The upload was interrupted.');

const file = new File([], 'an-image-with-a-file-name-that-is-much-too-long-for-the-space-that-is-available-here.png');
const states: readonly UploadState[] = [
  { phase: 'uploading', sent: 3 * chunkSizeBytes, total: 8 * chunkSizeBytes },
  { phase: 'paused', sent: 3 * chunkSizeBytes, total: 8 * chunkSizeBytes },
  {
    phase: 'failed',
    sent: 3 * chunkSizeBytes,
    total: 8 * chunkSizeBytes,
    cause: new Error('The connection was lost.'),
  },
  { phase: 'done', sent: 8 * chunkSizeBytes, total: 8 * chunkSizeBytes },
];
const noop = () => undefined;

export function UploadExamples() {
  return (
    <>
      <UploadVariants />
      <Example name="FileUpload: uploading, paused, failed, done">
        {states.map((state) => (
          <UploadProgress
            key={state.phase}
            {...{ file, state }}
            errorText={messageOf}
            pause={noop}
            resume={noop}
            clear={noop}
          />
        ))}
      </Example>
    </>
  );
}

function UploadVariants() {
  return (
    <Example name="FileUpload">
      <FileUpload label="Upload a file" upload={succeed} hint="The file is not sent anywhere." />
      <FileUpload label="Unreliable connection" upload={failSometimes} errorText={messageOf} />
      <FileUpload label="Images up to 1 MB" upload={succeed} accept="image/*" maxSizeBytes={1024 ** 2} />
      <FileUpload label="Disabled" upload={succeed} disabled />
    </Example>
  );
}
