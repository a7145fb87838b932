import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { locationName } from './list.columns.tsx'
import { IntoDialog } from './merge-into.dialog.tsx'
import { archiveLocation, mergeLocation, useLocationChange } from './queries.ts'

/** Replaces this location by another one. */
export function MergeDialog({
  location,
  onClose,
  onMerged,
}: {
  location: LocationRecord
  onClose: () => void
  onMerged: (into: string) => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useLocationChange()
  const failed = (error: unknown) => toasts.failed(failureOf(error))

  function merge(into: LocationRecord) {
    change.mutate(() => mergeLocation(location.id, into.id), {
      onSuccess() {
        onClose()
        toasts.done(t`Merged into ${locationName(into)}`, {
          word: t`Undo`,
          run: () => change.mutate(() => archiveLocation(location.id, false), { onError: failed }),
        })
      },
      goOn: () => onMerged(into.id),
    })
  }

  return (
    <IntoDialog
      title={t`Merge ${locationName(location)}`}
      except={new Set([location.id])}
      fault={change.error ? failureOf(change.error).message : undefined}
      isBusy={change.isPending}
      onClose={onClose}
      onChosen={merge}
    />
  )
}
