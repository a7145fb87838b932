/** Channels for documents to a customer. Without schemas, to keep the bundles of lists small. */
export const billingChannels = ['MAIL', 'ACCESS_POINT'] as const
