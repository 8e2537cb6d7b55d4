import { useState } from 'react';
import { Button, ConfirmModal, CopyField, ErrorBox, IconButton, Menu, Modal, Tooltip } from '../../src/index.ts';
import { Row, Specimen } from '../specimen.tsx';

export function OverlaySpecimens() {
  const [open, setOpen] = useState<'plain' | 'kept' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <Specimen name="Modal, ConfirmModal, Menu, Tooltip">
      <Row>
        <Button onClick={() => setOpen('plain')}>Modal</Button>
        <Button onClick={() => setOpen('kept')}>Modal that stays</Button>
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
                    'A place with a name that is far too long for one line, and even for the two that any menu has for it',
                },
              ],
            },
            'separator',
            { label: 'Not possible', disabled: true },
            { label: 'Delete', icon: 'trash', danger: true },
          ]}
        />
        <Tooltip content="It explains itself when you point at it.">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
      </Row>
      <Modal
        open={open === 'plain'}
        onOpenChange={close}
        title="Please refresh your browser"
        actions={<Button variant="primary">Refresh</Button>}
      >
        A new version of this page is there.
      </Modal>
      <Modal
        open={open === 'kept'}
        onOpenChange={close}
        title="Token Generated"
        dismissable={false}
        size="lg"
        actions={<Button onClick={close}>Done</Button>}
      >
        <div className="flex flex-col gap-4">
          <ErrorBox
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
        expected="Production"
        confirmLabel="Delete Workspace"
        onConfirm={close}
      >
        Its members lose access at once and its tokens stop working.
      </ConfirmModal>
    </Specimen>
  );
}
