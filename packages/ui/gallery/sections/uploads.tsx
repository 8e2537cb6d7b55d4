import { FileUpload } from '../../src/index.ts';
import { chunkSize } from '../../src/upload/file-chunks.ts';
import { UploadProgress } from '../../src/upload/upload-progress.tsx';
import type { UploadState } from '../../src/upload/upload-run.ts';
import { Specimen } from '../specimen.tsx';

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function arrive() {
  await after(120);
}

async function arriveAtTimes() {
  await after(120);
  if (Math.random() < 0.2) throw new Error('The connection was lost.');
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : 'The upload was interrupted.');

const file = new File([], 'a-picture-with-a-name-that-is-much-too-long-for-the-room-that-there-is-for-it-in-here.png');
const states: readonly UploadState[] = [
  { phase: 'uploading', sent: 3 * chunkSize, total: 8 * chunkSize },
  { phase: 'paused', sent: 3 * chunkSize, total: 8 * chunkSize },
  { phase: 'failed', sent: 3 * chunkSize, total: 8 * chunkSize, cause: new Error('The connection was lost.') },
  { phase: 'done', sent: 8 * chunkSize, total: 8 * chunkSize },
];
const nothing = () => undefined;

export function UploadSpecimens() {
  return (
    <>
      <UploadChoices />
      <Specimen name="FileUpload: uploading, paused, failed, done">
        {states.map((state) => (
          <UploadProgress
            key={state.phase}
            {...{ file, state }}
            failureText={messageOf}
            pause={nothing}
            resume={nothing}
            clear={nothing}
          />
        ))}
      </Specimen>
    </>
  );
}

function UploadChoices() {
  return (
    <Specimen name="FileUpload">
      <FileUpload label="Upload a file" upload={arrive} hint="Anything; it goes nowhere." />
      <FileUpload label="Over a bad line" upload={arriveAtTimes} failureText={messageOf} />
      <FileUpload label="Pictures up to 1 MB" upload={arrive} accept="image/*" maxSize={1024 ** 2} />
      <FileUpload label="Disabled" upload={arrive} disabled />
    </Specimen>
  );
}
