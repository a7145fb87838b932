import { address, oneOf, text } from '../shell/address-members.ts'

/** Ranges of the dispatch board: how many days from today each begins and ends. */
export const boardRanges = { today: [0, 1], tomorrow: [1, 2], week: [0, 7], yesterday: [-1, 0] } as const
export type BoardRange = keyof typeof boardRanges

/** What the address of the dispatch board says. */
export const DispatchSearch = address({
  /** Today when absent. */
  when: oneOf(['today', 'tomorrow', 'week', 'yesterday']),
  /** States, with commas between them. */
  state: text,
  /** Ids of carriers, with commas between them. */
  company: text,
  q: text,
  /** Id of the trip whose panel is open. */
  peek: text,
})
export type DispatchSearch = ReturnType<typeof DispatchSearch>
