/**
 * Milliseconds between two looks at when something was used last: what others send and open is counted by the minute,
 * and no stream of changes says so (LIVE-1).
 */
export const lastUseMs = 60_000
