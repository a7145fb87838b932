/** Where an upload is in the list of uploads. */
export const uploadStates = ['IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED'] as const
/** How an upload came. */
export const uploadSources = ['API', 'WEBHOOK', 'SCREEN', 'IMPORT'] as const
