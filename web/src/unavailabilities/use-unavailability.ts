import type { UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import * as queries from './queries.ts'
import { useReasonBadge } from './reason.labels.tsx'

/** Actions on unavailabilities, each with an undo. */
export function useAbsenceActions() {
  const { t } = useLingui()
  const toasts = useToasts()
  const badge = useReasonBadge()
  const change = useResourceChange()
  const failed = (error: unknown) => toasts.failed(failureOf(error))

  function remove(one: UnavailabilityRecord) {
    change.mutate(() => queries.removeUnavailability(one.resource_id, one.id), {
      onSuccess: () =>
        toasts.done(t`${badge(one.reason).word} removed`, {
          word: t`Undo`,
          run: () =>
            change.mutate(() => queries.addUnavailability(one.resource_id, queries.bodyOf(one)), { onError: failed }),
        }),
      onError: failed,
    })
  }

  function move(one: UnavailabilityRecord, body: queries.UnavailabilityBody) {
    const back = queries.bodyOf(one)
    change.mutate(() => queries.changeUnavailability(one.resource_id, one.id, body), {
      onSuccess: () =>
        toasts.done(t`${badge(one.reason).word} moved`, {
          word: t`Undo`,
          run: () =>
            change.mutate(() => queries.changeUnavailability(one.resource_id, one.id, back), { onError: failed }),
        }),
      onError: failed,
    })
  }

  return { remove, move }
}
