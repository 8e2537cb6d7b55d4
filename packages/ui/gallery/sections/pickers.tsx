import { useState } from 'react';
import { Button, FilterPill, Menu, Tabs, ToggleGroup } from '../../src/index.ts';
import { ColourField, RequestStatus } from '../../src/extra/index.ts';
import { Row, Example } from '../example.tsx';

const nestedItem = {
  label: 'Move to',
  icon: 'arrow-right',
  submenu: [
    { label: 'Production' },
    { label: 'Other regions', submenu: [{ label: 'Frankfurt' }, { label: 'Stockholm' }] },
    { label: 'A workspace whose name is too long for a menu' },
  ],
} as const;

const filters = ['Role: Owner', 'A filter with a name that is much longer than forty characters', '李明 🧑‍🚀'];

const loadedAt = Date.now() - 5 * 60_000;

export function PickerExamples() {
  const [tab, setTab] = useState<'members' | 'tokens' | 'history'>('members');
  const [shown, setShown] = useState<'all' | 'active' | 'expired'>('all');
  const [colour, setColour] = useState('#3b82f6');
  const [activeFilters, setActiveFilters] = useState(filters);
  return (
    <>
      <Example name="Tabs">
        <Tabs
          label="Workspace"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'members', label: 'Members', icon: 'users', content: 'The members of the workspace.' },
            { value: 'tokens', label: 'API tokens', icon: 'key', content: 'The API tokens of the workspace.' },
            { value: 'history', label: 'History', disabled: true, content: 'The history of the workspace.' },
          ]}
        />
      </Example>
      <Example name="ToggleGroup">
        <ToggleGroup
          label="Which tokens to show"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'active', label: 'Active', count: 9 },
            { value: 'expired', label: 'Expired' },
          ]}
        />
      </Example>
      <Example name="FilterPill">
        <Row>
          {activeFilters.map((name) => (
            <FilterPill
              key={name}
              name={name}
              onRemove={() => setActiveFilters(activeFilters.filter((other) => other !== name))}
            />
          ))}
          {activeFilters.length < filters.length && (
            <Button size="sm" variant="ghost" onClick={() => setActiveFilters(filters)}>
              Reset filters
            </Button>
          )}
        </Row>
      </Example>
      <Example name="Menu with submenus">
        <Row>
          <Menu trigger={<Button>Actions</Button>} align="start" items={[{ label: 'Rename' }, nestedItem]} />
        </Row>
      </Example>
      <Example name="ColourField">
        <div className="flex gap-6">
          <ColourField label="Colour" value={colour} onChange={setColour} />
          <ColourField label="Disabled" value="#64748b" onChange={setColour} disabled />
        </div>
      </Example>
      <Example name="RequestStatus">
        <p className="text-secondary">Shows nothing before the request:</p>
        <RequestStatus status="not-requested" />
        <RequestStatus status="pending" />
        <RequestStatus status="pending" loadingText="Loading your workspaces..." />
        <RequestStatus status="success" />
        <RequestStatus
          status="error"
          error={{ message: 'Network Error', requestId: '01HZX8G5T4QKJ3V9W2N6R7B1CD' }}
          onRetry={() => undefined}
          lastSuccessAt={loadedAt}
        />
        {(['warning', 'info', 'neutral'] as const).map((tone) => (
          <RequestStatus
            key={tone}
            status="error"
            error={{ tone, message: 'This feature is not available for your account.' }}
            onRetry={() => undefined}
          />
        ))}
      </Example>
    </>
  );
}
