import { Avatar, CopyField, InitialsTile, Timestamp, Truncate } from '../../src/index.ts';
import { Row, Specimen } from '../specimen.tsx';

const long = 'averyveryverylongaddresswithoutanyspacesinit.somewhere@department.example.com';
const now = Date.now();

export function TextSpecimens() {
  return (
    <>
      <Specimen name="Truncate">
        <Truncate className="w-60">{long}</Truncate>
        <Truncate className="w-60" lines={2}>
          {`${long} ${long} and some words after that which nobody sees any more`}
        </Truncate>
      </Specimen>
      <Specimen name="Timestamp">
        <Row>
          <Timestamp date={now - 20_000} />
          <Timestamp date={now - 3 * 3_600_000} />
          <Timestamp date={now + 50 * 3_600_000} />
          <Timestamp date={now - 3 * 3_600_000} mode="shorthand" />
        </Row>
        <Row>
          <Timestamp date={now} mode="absolute" size="mini" />
          <Timestamp date={now} mode="absolute" />
          <Timestamp date={now} mode="absolute" size="extended" showTime />
          <Timestamp date={now} mode="absolute" today />
        </Row>
      </Specimen>
      <Specimen name="Avatar, InitialsTile">
        <Row>
          <Avatar name="Ada Lovelace" />
          <Avatar name="李明" size={36} />
          <Avatar name="" />
          <Avatar name="Broken Picture" pictureUrl="/nothing.png" />
          {['Production', 'Ada’s Staging', 'test-42', 'Ünïcode', 'data', '9 lives', 'K', 'ops / eu'].map((name) => (
            <InitialsTile key={name} id={name} name={name} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="CopyField">
        <CopyField label="Workspace id" value="01HZX8G5T4QKJ3V9W2N6R7B1CD" />
      </Specimen>
    </>
  );
}
