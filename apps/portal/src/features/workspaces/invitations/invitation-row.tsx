import { InitialsTile } from '@portal/ui';
import { NeedRow } from '../../../components/need-row.tsx';
import { AnswerButtons, InvitationDetails, type AnswerButtonsProps } from './invitation-details.tsx';

/** An invitation in the list of what needs the user. */
export function InvitationRow(props: AnswerButtonsProps) {
  const { invitation } = props;
  const { workspaceId, workspaceName } = invitation;
  return (
    <NeedRow
      icon={<InitialsTile id={workspaceId} name={workspaceName} size={28} />}
      action={<AnswerButtons {...props} size="sm" />}
    >
      <h3 className="text-base font-medium wrap-anywhere text-strong">{workspaceName}</h3>
      <InvitationDetails invitation={invitation} />
    </NeedRow>
  );
}
