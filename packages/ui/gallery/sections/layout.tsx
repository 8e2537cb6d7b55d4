import {
  Badge,
  Button,
  Card,
  CopyableText,
  EmptyState,
  DescriptionItem,
  DescriptionList,
  SkeletonDescriptionList,
  RowMenu,
  TruncatedTitle,
  PageTitle,
  SelectField,
  Table,
  Timestamp,
  Truncate,
} from '../../src/index.ts';
import { Example } from '../example.tsx';

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
    header: 'Actions',
    hideHeader: true,
    align: 'right' as const,
    width: '5rem',
    cell: (row: Member) => (
      <RowMenu
        subject={row.email}
        items={[
          { label: 'View activity', icon: 'activity' },
          row.role !== 'OWNER' && { label: 'Remove', icon: 'user-minus', destructive: true },
        ]}
      />
    ),
  },
];

export function LayoutExamples() {
  return (
    <>
      <Example name="PageTitle">
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
      </Example>
      <Example name="PageTitle with a TruncatedTitle">
        <PageTitle
          title={
            <TruncatedTitle>{'A very long name that must not push the page content away. '.repeat(8)}</TruncatedTitle>
          }
          badges={<Badge tone="action">DEFAULT</Badge>}
        />
      </Example>
      <Example name="Card">
        <Card title="Details" description="Visible to all members." actions={<Button size="sm">Edit</Button>}>
          The content of the card.
        </Card>
        <Card tone="destructive" title="Delete" description="This cannot be undone.">
          <Button icon="trash">Delete...</Button>
        </Card>
      </Example>
      <Example name="DescriptionList, SkeletonDescriptionList, CopyableText">
        <DescriptionList>
          <DescriptionItem name="Type">Remote URL</DescriptionItem>
          <DescriptionItem name="URL">
            <CopyableText text="https://workspace.example.com" label="Copy URL" />
          </DescriptionItem>
          <DescriptionItem name="Created">
            <Timestamp date={now} relative="disabled" />
          </DescriptionItem>
        </DescriptionList>
        <SkeletonDescriptionList names={['Type', 'URL', 'Created']} />
      </Example>
      <Example name="Table">
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
            empty={<EmptyState icon="users" title="No members yet" />}
          />
        </Card>
      </Example>
      <Example name="Table: hovered rows, a row that a link leads to, rows in groups">
        <Card flush>
          <div data-shown-rows="hover">
            <Table caption="Hovered" columns={columns} rows={members.slice(0, 2)} rowKey={(row) => row.id} />
          </div>
        </Card>
        <Card flush>
          <Table caption="Linked" columns={columns} rows={members} rowKey={(row) => row.id} linkedRow="2" />
        </Card>
        <Card flush>
          <Table
            caption="In groups"
            columns={columns}
            rows={members}
            rowKey={(row) => row.id}
            groupOf={({ role }) => (role === 'OWNER' ? 'Owner' : 'Members')}
          />
        </Card>
      </Example>
    </>
  );
}
