import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { useReading } from '../../ui/form/typed-time.tsx'
import { type AllocationDraft, bodiesOf, dayOf, daysOf } from './allocation-draft.ts'
import { addAllocation } from './queries.ts'

/** Errors by field. */
export type AllocationFaults = Partial<Record<'resources' | 'turns' | 'starts_on' | 'ends_on', string>>

/** Adds the chosen resources to a group. Each added one leaves the draft, so that it is added only once. */
export function useAllocate(groupId: string, onAdded: (resourceId: string) => void, onDone: () => void) {
  const reading = useReading()
  const check = useCheck()
  const change = useResourceChange()
  const [faults, setFaults] = useState<AllocationFaults>({})

  function add(draft: AllocationDraft) {
    const found = check(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      async () => {
        for (const body of bodiesOf(draft, groupId, reading)) {
          await addAllocation(body)
          if (body.kind === 'FIXED') onAdded(body.resource_id)
        }
      },
      { onSuccess: onDone, onError: (error) => setFaults(rejected(error)) },
    )
  }

  return { add, faults, isBusy: change.isPending }
}

/** Missing or unreadable input. */
function useCheck(): (draft: AllocationDraft) => AllocationFaults {
  const { t } = useLingui()
  const reading = useReading()
  return ({ kind, chosen, turns, starts_on, ends_on }) => {
    const faults: AllocationFaults = {}
    if (kind === 'FIXED' && chosen.length === 0) faults.resources = t`Choose a resource.`
    if (kind === 'COMBINED' && chosen.length < 2) faults.resources = t`A combination needs at least two resources.`
    if (kind === 'ROTATING') {
      if (chosen.length !== 1) faults.resources = t`Choose one resource.`
      if (turns.some((turn) => turn.resource_group_id === '')) faults.turns = t`Choose a group for each turn.`
      else if (turns.some((turn) => daysOf(turn, reading) === undefined))
        faults.turns = t`Enter 1 to 366 days per turn.`
      if (starts_on.trim() === '') faults.starts_on = t`Enter a date.`
    }
    const unread = t`Date not recognised. Try 25-11, tomorrow, +2.`
    if (dayOf(starts_on, reading) === undefined) faults.starts_on = unread
    if (dayOf(ends_on, reading) === undefined) faults.ends_on = unread
    return faults
  }
}

/** Server errors at their fields. Errors without a field go to the resources. */
function rejected(error: unknown): AllocationFaults {
  const { items, message } = failureOf(error)
  if (items.length === 0) return { resources: message }
  const fieldOf = (path: string | null) => {
    const [first = ''] = (path ?? '').split('.')
    return first === 'turns' || first === 'starts_on' || first === 'ends_on' ? first : 'resources'
  }
  return Object.fromEntries(items.toReversed().map((item) => [fieldOf(item.path), item.message]))
}
