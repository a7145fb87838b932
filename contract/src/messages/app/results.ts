/** How a message ended. */
export const messageResults = ['OK', 'ERRORS', 'REFUSED', 'ERROR', 'FAILED'] as const
