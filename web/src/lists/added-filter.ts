/** Whether a filter was just added, so that its values open at once. */
export interface AddedFilter {
  isAdded: boolean
  /** Called when it closes, with or without a value. */
  onLeave: () => void
}
