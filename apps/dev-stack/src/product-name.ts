/** The name of the product in the local stack, also on the pages and in the emails of its identity provider. */
export const productName = 'System Initiative';
