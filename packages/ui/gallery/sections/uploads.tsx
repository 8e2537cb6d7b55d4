import { FileUpload } from '../../src/index.ts';
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

export function UploadSpecimens() {
  return (
    <Specimen name="FileUpload">
      <FileUpload label="Upload a file" upload={arrive} hint="Anything; it goes nowhere." />
      <FileUpload label="Over a bad line" upload={arriveAtTimes} failureText={messageOf} />
      <FileUpload label="Pictures up to 1 MB" upload={arrive} accept="image/*" maxSize={1024 ** 2} />
      <FileUpload label="Disabled" upload={arrive} disabled />
    </Specimen>
  );
}
