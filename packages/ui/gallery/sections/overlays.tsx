import { useState } from 'react';
import { Button, ConfirmModal, CopyField, Alert, IconButton, Menu, Modal, Tooltip } from '../../src/index.ts';
import { CommandPalette, type PaletteItem } from '../../src/overlay/command-palette.tsx';
import { Row, Example } from '../example.tsx';

const commands: readonly PaletteItem[] = [
  { id: 'staging', label: 'Staging', detail: 'Launch', icon: 'arrow-right' },
  { id: 'members', label: 'Staging › Members', icon: 'users' },
  { id: 'billing', label: 'Billing', icon: 'credit-card' },
];

export function OverlayExamples() {
  const [open, setOpen] = useState<'plain' | 'persistent' | 'confirm' | 'palette'>();
  const [query, setQuery] = useState('');
  const close = () => setOpen(undefined);
  return (
    <Example name="Modal, ConfirmModal, Menu, Tooltip, CommandPalette">
      <Row>
        <Button onClick={() => setOpen('plain')}>Modal</Button>
        <Button onClick={() => setOpen('persistent')}>Modal that is not dismissable</Button>
        <Button variant="destructive" onClick={() => setOpen('confirm')}>
          Delete Workspace
        </Button>
        <Menu
          trigger={<IconButton icon="more" label="Open the menu" variant="secondary" />}
          items={[
            { label: 'Settings', icon: 'settings', render: <a href="#Overlays">Settings</a> },
            { label: 'API Tokens', icon: 'key' },
            {
              label: 'Move to',
              icon: 'arrow-right',
              submenu: [
                { label: 'Production' },
                { label: 'Staging' },
                {
                  label:
                    'A workspace whose name is too long for one line, and even for the two lines that a menu entry has',
                },
              ],
            },
            'separator',
            { label: 'Disabled', disabled: true },
            { label: 'Delete', icon: 'trash', destructive: true },
          ]}
        />
        <Tooltip content="Shown on hover and focus.">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
        <Button onClick={() => setOpen('palette')}>Command palette</Button>
      </Row>
      <CommandPalette
        label="Search and commands"
        placeholder="Search pages and commands"
        open={open === 'palette'}
        onOpenChange={close}
        query={query}
        onQueryChange={setQuery}
        items={commands.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))}
        emptyText={`Nothing matches “${query}”`}
      />
      <Modal
        open={open === 'plain'}
        onOpenChange={close}
        title="Please refresh your browser"
        actions={<Button variant="primary">Refresh</Button>}
      >
        A new version of this page is available.
      </Modal>
      <Modal
        open={open === 'persistent'}
        onOpenChange={close}
        title="Token Generated"
        dismissable={false}
        size="lg"
        actions={<Button onClick={close}>Done</Button>}
      >
        <div className="flex flex-col gap-4">
          <Alert
            tone="warning"
            message="We are only showing you the value of this token once. Store it somewhere secure, please."
          />
          <CopyField
            label="Token"
            value={'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.'.repeat(6)}
            copiedLabel="Token copied!"
          />
        </div>
      </Modal>
      <ConfirmModal
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete this workspace?"
        confirmationText="Production"
        confirmLabel="Delete Workspace"
        onConfirm={close}
      >
        All members lose access immediately and all tokens stop working.
      </ConfirmModal>
    </Example>
  );
}
