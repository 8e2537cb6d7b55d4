import { CopyBlock, Tabs } from '@portal/ui';
import { useState } from 'react';
import { codeSamples, type SampledToken, type SampleId } from '../../components/code-samples.ts';

/** Programs that use a token, each with where it finds the secret. */
export function CodeSampleTabs(token: SampledToken) {
  const [shown, setShown] = useState<SampleId>('curl');
  const tabs = codeSamples(token).map(({ id, label, storage, command, file, code }) => ({
    value: id,
    label,
    content: (
      // As high as the highest, so that the tabs keep their place.
      <div className="grid min-h-96 content-start gap-3">
        <p className="text-sm text-secondary">{storage}</p>
        {command && <CopyBlock label={command.label} text={command.text} copyLabel="Copy command" />}
        <CopyBlock label={file ?? 'Command'} text={code} copyLabel={`Copy ${label} sample`} />
      </div>
    ),
  }));
  return <Tabs label="Use the token" tabs={tabs} value={shown} onChange={setShown} />;
}
