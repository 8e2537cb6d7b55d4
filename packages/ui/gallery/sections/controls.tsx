import { useState } from 'react';
import { Button, CopyButton, IconButton, SearchBox } from '../../src/index.ts';
import { Row, Example, States } from '../example.tsx';

export function ControlExamples() {
  return (
    <>
      <Example name="Button, IconButton and link: states">
        {(['primary', 'secondary', 'ghost', 'destructive'] as const).map((variant) => (
          <States key={variant}>
            <Button variant={variant}>Save</Button>
          </States>
        ))}
        <States>
          <IconButton icon="more" label="Open the menu" />
        </States>
        <States>
          <a href="#Controls" className="text-link">
            Link
          </a>
        </States>
      </Example>
      <Example name="Button">
        <Row>
          <Button variant="primary" icon="plus">
            Create Workspace
          </Button>
          <Button icon="key">API Tokens</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="destructive" icon="trash">
            Delete Workspace
          </Button>
        </Row>
        <Row>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" loading loadingText="Creating...">
            Create
          </Button>
          <Button loading>Save</Button>
        </Row>
        <Row>
          <Button size="sm" variant="primary">
            Small
          </Button>
          <Button size="sm" icon="refresh">
            Small
          </Button>
          <Button size="sm" variant="ghost">
            Small
          </Button>
          <Button size="sm" variant="destructive" confirmClick>
            Remove (with confirmation)
          </Button>
        </Row>
        <Row>
          <SavingButton />
          <Button variant="primary" render={<a href="#Controls">A link</a>}>
            As a link
          </Button>
        </Row>
      </Example>
      <Example name="IconButton, CopyButton">
        <Row>
          <IconButton icon="settings" label="Settings" tooltip />
          <IconButton icon="star" label="Favourite" tooltip="Set Favourite" pressed={false} />
          <IconButton icon="star-filled" label="Favourite" tooltip="Remove Favourite" pressed />
          <IconButton icon="more" label="More" variant="secondary" />
          <IconButton icon="trash" label="Delete" size="sm" disabled />
          <IconButton icon="refresh" label="Refresh" size="sm" loading />
          <CopyButton text="01HZX8G5T4QKJ3V9W2N6R7B1CD" label="Copy ID" />
        </Row>
      </Example>
      <Example name="SearchBox">
        <SearchExample />
      </Example>
    </>
  );
}

function SavingButton() {
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const save = () => {
    setState('saving');
    setTimeout(() => setState('saved'), 1200);
  };
  return (
    <Button
      variant="primary"
      loading={state === 'saving'}
      loadingText="Saving your profile..."
      success={state === 'saved'}
      successText="Updated your profile!"
      onClick={save}
    >
      Save
    </Button>
  );
}

function SearchExample() {
  const [query, setQuery] = useState('');
  return (
    <div className="flex items-center gap-3">
      <SearchBox label="Search workspaces" placeholder="Search workspaces..." onSearch={setQuery} className="w-80" />
      <span className="text-secondary">{query && `Query: ${query}`}</span>
    </div>
  );
}
