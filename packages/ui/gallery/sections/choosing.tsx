import { useState } from 'react';
import { Button, ColourField, FilterPill, Menu, RequestStatus, Tabs } from '../../src/index.ts';
import { Row, Specimen } from '../specimen.tsx';

const deep = {
  label: 'Move to',
  icon: 'arrow-right',
  submenu: [
    { label: 'Production' },
    { label: 'Elsewhere', submenu: [{ label: 'Frankfurt' }, { label: 'Stockholm' }] },
    { label: 'A place with a name that is far too long for any menu' },
  ],
} as const;

const filters = ['Role: Owner', 'A filter with a name that is much longer than forty characters', '李明 🧑‍🚀'];

const loadedAt = Date.now() - 5 * 60_000;

export function ChoosingSpecimens() {
  const [tab, setTab] = useState<'members' | 'tokens' | 'history'>('members');
  const [colour, setColour] = useState('#3b82f6');
  const [shown, setShown] = useState(filters);
  return (
    <>
      <Specimen name="Tabs">
        <Tabs
          label="Workspace"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'members', label: 'Members', icon: 'users', content: 'Who is part of it.' },
            { value: 'tokens', label: 'API tokens', icon: 'key', content: 'What speaks for it.' },
            { value: 'history', label: 'History', disabled: true, content: 'What happened to it.' },
          ]}
        />
      </Specimen>
      <Specimen name="FilterPill">
        <Row>
          {shown.map((name) => (
            <FilterPill key={name} name={name} onRemove={() => setShown(shown.filter((other) => other !== name))} />
          ))}
          {shown.length < filters.length && (
            <Button size="sm" variant="ghost" onClick={() => setShown(filters)}>
              Show all again
            </Button>
          )}
        </Row>
      </Specimen>
      <Specimen name="Menu with submenus">
        <Row>
          <Menu trigger={<Button>Actions</Button>} align="start" items={[{ label: 'Rename' }, deep]} />
        </Row>
      </Specimen>
      <Specimen name="ColourField">
        <div className="flex gap-6">
          <ColourField label="Colour" value={colour} onChange={setColour} />
          <ColourField label="Disabled" value="#64748b" onChange={setColour} disabled />
        </div>
      </Specimen>
      <Specimen name="RequestStatus">
        <p className="text-secondary">A request that was not made yet says nothing:</p>
        <RequestStatus status="not-requested" />
        <RequestStatus status="pending" />
        <RequestStatus status="pending" loadingText="Loading your workspaces..." />
        <RequestStatus status="success" />
        <RequestStatus
          status="error"
          failure={{ message: 'Network Error', requestId: '01HZX8G5T4QKJ3V9W2N6R7B1CD' }}
          onRetry={() => undefined}
          lastSuccessAt={loadedAt}
        />
        {(['warning', 'info', 'neutral'] as const).map((tone) => (
          <RequestStatus
            key={tone}
            status="error"
            failure={{ tone, message: 'This is not for your account.' }}
            onRetry={() => undefined}
          />
        ))}
      </Specimen>
    </>
  );
}
