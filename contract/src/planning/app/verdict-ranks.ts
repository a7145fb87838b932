/** Verdicts by gravity: the best has the lowest number. */
export const verdictRanks = { OK: 0, SOFT: 1, HARD: 2 } as const
