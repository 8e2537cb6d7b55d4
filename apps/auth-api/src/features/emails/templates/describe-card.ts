import { cardBrandName, type PaymentCard } from '@portal/contract';

export const describeCard = ({ brand, last4 }: PaymentCard) => `${cardBrandName(brand)} ending in ${last4}`;
