import { Fragment } from 'react';
import { Avatar, CopyBlock, CopyField, InitialsTile, Timestamp, Truncate } from '../../src/index.ts';
import { Row, Example } from '../example.tsx';

const long = 'averyveryverylongaddresswithoutanyspacesinit.somewhere@department.example.com';
const now = Date.now();

const command = `curl --oauth2-bearer "$PORTAL_TOKEN" \\\n  'https://${long}'`;

export function TextExamples() {
  return (
    <>
      <Example name="Truncate">
        <Truncate className="w-60">{long}</Truncate>
        {([2, 3, 4, 5] as const).map((lines) => (
          <Truncate key={lines} className="w-60" lines={lines}>
            {`${lines} lines: ${`${long} and some words after that. `.repeat(4)}`}
          </Truncate>
        ))}
      </Example>
      <Example name="Timestamp">
        <div className="grid grid-cols-[6rem_1fr_1fr_1fr] gap-x-4 gap-y-2">
          <span className="text-secondary">standard</span>
          <Timestamp date={now - 20_000} />
          <Timestamp date={now - 3 * 3_600_000} />
          <Timestamp date={now + 50 * 3_600_000} />
          <span className="text-secondary">shorthand</span>
          <Timestamp date={now - 20_000} relative="shorthand" />
          <Timestamp date={now - 3 * 3_600_000} relative="shorthand" />
          <Timestamp date={now + 50 * 3_600_000} relative="shorthand" />
          {(['mini', 'long', 'extended'] as const).map((size) => (
            <Fragment key={size}>
              <span className="text-secondary">{size}</span>
              <Timestamp date={now} relative="disabled" size={size} />
              <Timestamp date={now} relative="disabled" size={size} showTime />
              <Timestamp date={now} relative="disabled" size={size} today />
            </Fragment>
          ))}
          <span className="text-secondary">minutes</span>
          <Timestamp date={now} relative="disabled" size="mini" showTime="minutes" />
          <Timestamp date={now} relative="disabled" size="long" showTime="minutes" />
          <Timestamp date={now} relative="disabled" size="extended" showTime="minutes" />
        </div>
      </Example>
      <Example name="Avatar, InitialsTile">
        <Row>
          <Avatar id="ada" name="Ada Lovelace" />
          <Avatar id="li" name="李明" size={36} />
          <Avatar id="unnamed" name="" />
          <Avatar id="broken" name="Broken Picture" pictureUrl="/nothing.png" />
          {['Production', 'Ada’s Staging', 'test-42', 'Ünïcode', 'data', '9 lives', 'K', 'ops / eu'].map((name) => (
            <InitialsTile key={name} id={name} name={name} />
          ))}
        </Row>
      </Example>
      <Example name="CopyField">
        <CopyField label="Workspace ID" value="01HZX8G5T4QKJ3V9W2N6R7B1CD" />
      </Example>
      <Example name="CopyBlock">
        <CopyBlock label="Command" text={command} copyLabel="Copy command" />
      </Example>
    </>
  );
}
