import { Icon } from '@portal/ui';

export function PaymentState({ isSet }: { isSet: boolean }) {
  return (
    <p className="flex items-center gap-2 text-body">
      <Icon
        name={isSet ? 'check-circle' : 'alert-triangle'}
        className={isSet ? 'text-success-icon' : 'text-warning-icon'}
      />
      {isSet ? 'Payment details are set' : 'No payment details yet'}
    </p>
  );
}
