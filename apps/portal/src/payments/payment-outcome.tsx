import { ErrorBox } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const texts = {
  saved: 'Your payment details are saved.',
  pending: 'Stripe has your payment details. They count here as soon as it tells us, which can take a minute.',
  cancelled: 'Your payment details were not changed.',
};

type Outcome = keyof typeof texts;

const isOutcome = (text: string | null): text is Outcome => text !== null && Object.hasOwn(texts, text);

/** What came of the way to Stripe's checkout: the API tells it in the address that it sends the browser back to. */
export function usePaymentOutcome(): Outcome | undefined {
  const [search, setSearch] = useSearchParams();
  const [outcome] = useState(() => [search.get('payment')].find(isOutcome));
  // Told once: whoever reloads the page or comes back to it has not just come from there.
  useEffect(() => {
    if (outcome) setSearch({}, { replace: true });
  }, [outcome, setSearch]);
  return outcome;
}

export function PaymentOutcome({ outcome }: { outcome: Outcome | undefined }) {
  return outcome ? <ErrorBox tone={outcome === 'saved' ? 'success' : 'info'} message={texts[outcome]} /> : null;
}
