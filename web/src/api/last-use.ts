/**
 * Milliseconds between refreshes of last-use times. The server updates those once a minute, and no change event reports
 * them (LIVE-1).
 */
export const lastUseMs = 60_000
