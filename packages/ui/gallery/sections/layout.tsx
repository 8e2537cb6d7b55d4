import {
  Badge,
  Button,
  Card,
  CopyableText,
  EmptyState,
  Fact,
  Facts,
  IconButton,
  LongTitle,
  PageTitle,
  SelectField,
  Table,
  Timestamp,
  Truncate,
} from '../../src/index.ts';
import { Specimen } from '../specimen.tsx';

interface Member {
  id: string;
  email: string;
  role: 'OWNER' | 'APPROVER' | 'EDITOR';
  since: number;
}

const now = Date.now();
const members: Member[] = [
  { id: '1', email: 'ada@example.com', role: 'OWNER', since: now - 9e9 },
  {
    id: '2',
    email: 'averyveryverylongaddresswithoutanyspacesinit@department.example.com',
    role: 'EDITOR',
    since: now - 8e6,
  },
  { id: '3', email: 'grace@example.com', role: 'APPROVER', since: now - 3e5 },
];
const roles = [
  { value: 'OWNER', label: 'Owner' },
  { value: 'APPROVER', label: 'Approver' },
  { value: 'EDITOR', label: 'Collaborator' },
] as const;

const columns = [
  { key: 'email', header: 'Email', cell: (row: Member) => <Truncate>{row.email}</Truncate> },
  { key: 'since', header: 'Since', width: '8rem', cell: (row: Member) => <Timestamp date={row.since} /> },
  {
    key: 'role',
    header: 'Role',
    width: '10rem',
    cell: (row: Member) => (
      <SelectField
        label="Role"
        hideLabel
        compact
        size="sm"
        options={roles}
        value={row.role}
        disabled={row.role === 'OWNER'}
      />
    ),
  },
  {
    key: 'remove',
    header: 'Remove User',
    hideHeader: true,
    align: 'right' as const,
    width: '5rem',
    cell: (row: Member) =>
      row.role !== 'OWNER' && <IconButton icon="user-minus" label={`Remove ${row.email}`} size="sm" />,
  },
];

export function LayoutSpecimens() {
  return (
    <>
      <Specimen name="PageTitle">
        <PageTitle
          title="Production"
          subtitle="From here you can manage this workspace and invite users to be part of it."
          badges={<Badge tone="action">DEFAULT</Badge>}
          actions={
            <>
              <Button icon="key">API Tokens</Button>
              <Button variant="primary">Go to workspace</Button>
            </>
          }
        />
      </Specimen>
      <Specimen name="PageTitle with a LongTitle">
        <PageTitle
          title={<LongTitle>{'A name that has no end, and still leaves the page its place. '.repeat(8)}</LongTitle>}
          badges={<Badge tone="action">DEFAULT</Badge>}
        />
      </Specimen>
      <Specimen name="Card">
        <Card title="Details" description="What everybody in it sees." actions={<Button size="sm">Edit</Button>}>
          What the card holds.
        </Card>
      </Specimen>
      <Specimen name="Facts, CopyableText">
        <Facts>
          <Fact name="Type">Remote URL</Fact>
          <Fact name="Address">
            <CopyableText text="https://workspace.example.com" label="Copy address" />
          </Fact>
          <Fact name="Created">
            <Timestamp date={now} relative="disabled" />
          </Fact>
        </Facts>
      </Specimen>
      <Specimen name="Table">
        <Card flush title="Members">
          <Table caption="Members" columns={columns} rows={members} rowKey={(row) => row.id} />
        </Card>
        <Card flush>
          <Table caption="Members" columns={columns} rows={[]} rowKey={(row) => row.id} loading />
        </Card>
        <Card flush>
          <Table
            caption="Members"
            columns={columns}
            rows={[]}
            rowKey={(row) => row.id}
            empty={<EmptyState icon="users" title="Nobody is here yet" />}
          />
        </Card>
      </Specimen>
    </>
  );
}
