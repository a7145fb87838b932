import { IndexGaps, TasksToSettle, Unbilled } from './money-card.tsx'
import { Standstills } from './standstill-card.tsx'

/** Overview for accountants: unbilled work, documents to settle, prices that lack a value, and open issues. */
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
