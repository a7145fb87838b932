import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { CodeLabels } from './code-labels.ts'

/** Labels of stop activities that the server sets itself (READ-4), in English. */
const activityLabels: CodeLabels = {
  Pickup: msg`Pickup`,
  Delivery: msg`Delivery`,
  'Pickup export': msg`Pickup export`,
  'Delivery export': msg`Delivery export`,
  'Collect empty container': msg`Collect empty container`,
  'Drop empty container': msg`Drop empty container`,
  'Custom activity': msg`Custom activity`,
  'Board ferry': msg`Board ferry`,
  'Leave ferry': msg`Leave ferry`,
  'Board train': msg`Board train`,
  'Leave train': msg`Leave train`,
}

/** Translates the activity of a stop. The tenant's own labels stay unchanged. */
export function useActivityLabel(): (label: string | null | undefined) => string | undefined {
  const { t } = useLingui()
  return useCallback(
    (label) => (label && Object.hasOwn(activityLabels, label) ? t(activityLabels[label]!) : (label ?? undefined)),
    [t],
  )
}
