/** States in the upload list. */
export const uploadStates = ['IN_PROGRESS', 'COMPLETED', 'ERROR', 'SKIPPED'] as const
/** Sources of an upload. */
export const uploadSources = ['API', 'WEBHOOK', 'SCREEN', 'IMPORT'] as const
