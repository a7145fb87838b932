import { IndexGaps, TasksToSettle, Unbilled } from './money-card.tsx'
import { Standstills } from './standstill-card.tsx'

/** What an accountant looks at first: work to bill, documents to settle, prices that miss a value, and open issues. */
export function MoneyAttention() {
  return (
    <div className="grid grid-cols-1 content-start gap-3 pt-2 sm:grid-cols-2">
      <Unbilled />
      <TasksToSettle />
      <Standstills />
      <IndexGaps />
    </div>
  )
}
