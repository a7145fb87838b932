import { address, oneOf, text } from '../shell/address-members.ts'

/** Ranges of the dispatch board: start and end in days from today. */
export const boardRanges = { today: [0, 1], tomorrow: [1, 2], week: [0, 7], yesterday: [-1, 0] } as const
export type BoardRange = keyof typeof boardRanges

/** URL parameters of the dispatch board. */
export const DispatchSearch = address({
  /** Today when absent. */
  when: oneOf(['today', 'tomorrow', 'week', 'yesterday']),
  /** Comma-separated states. */
  state: text,
  /** Comma-separated carrier ids. */
  company: text,
  q: text,
  /** Id of the trip whose panel is open. */
  peek: text,
})
export type DispatchSearch = ReturnType<typeof DispatchSearch>
