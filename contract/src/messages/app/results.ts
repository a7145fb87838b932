/** Message results. */
export const messageResults = ['OK', 'ERRORS', 'REFUSED', 'ERROR', 'FAILED'] as const
