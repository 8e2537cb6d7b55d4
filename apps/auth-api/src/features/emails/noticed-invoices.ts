/** What the emails to billing contacts say of an invoice, by its status. */
export const invoiceStates = { paid: 'is paid', open: 'is ready to be paid', failed: 'could not be charged' };

export type NoticedStatus = keyof typeof invoiceStates;

/** Whether contacts get emails about invoices with this status: about none that is void or uncollectible. */
export const isNoticed = (status: string): status is NoticedStatus => Object.hasOwn(invoiceStates, status);
