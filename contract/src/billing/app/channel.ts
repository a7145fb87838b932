/** How documents reach a customer. Without schemas, so that lists of them bring none. */
export const billingChannels = ['MAIL', 'ACCESS_POINT'] as const
