import { formatAmount, formatPrice, type Charge, type PaymentCard, type Price } from '@portal/contract';
import { Button, ConfirmModal, moveFocusOnUnmount } from '@portal/ui';
import { useState } from 'react';
import { isOutcomeUnknown, useRestartSubscriptionMutation } from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { cardText } from './billing-overview.tsx';
import { ErrorAlert } from './error-alert.tsx';

export interface StartAgainProps {
  charge: Charge;
  /** Null or undefined if it is not known, or no card. */
  card: PaymentCard | null | undefined;
  price: Price | null | undefined;
}

/** The button that starts an ended subscription again, after a dialog that says which card is charged how much and when. */
export function StartAgain({ charge: { amount, currency }, card, price }: StartAgainProps) {
  const { id: userId } = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const [restart, { isLoading, error, reset }] = useRestartSubscriptionMutation();
  const what = amount === null ? 'for the first period' : formatAmount(amount, currency);
  const onOpenChange = (open: boolean) => {
    reset();
    setIsOpen(open);
  };
  const start = async () => {
    const { error: failure } = await restart({ params: { userId } });
    if (!failure) setIsOpen(false);
  };
  return (
    <>
      <Button ref={moveFocusOnUnmount} size="sm" variant="primary" onClick={() => onOpenChange(true)}>
        Start again
      </Button>
      <ConfirmModal
        open={isOpen}
        onOpenChange={onOpenChange}
        title="Start your subscription again?"
        confirmLabel={amount === null ? 'Start and pay' : `Start and pay ${what}`}
        confirmVariant="primary"
        loading={isLoading}
        loadingText="Starting..."
        error={
          error && (
            <ErrorAlert
              error={error}
              title={
                isOutcomeUnknown(error)
                  ? 'We can’t tell whether your subscription started. It is safe to try again.'
                  : 'Your subscription was not started'
              }
            />
          )
        }
        onConfirm={() => void start()}
      >
        <p>
          {cardText(card)} will be charged {what} today. There is no second trial.
        </p>
        {price && (
          <p className="mt-2 text-secondary">The subscription then costs {formatPrice(price)}, until you cancel it.</p>
        )}
      </ConfirmModal>
    </>
  );
}
