import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { CodeLabels } from './code-labels.ts'

/** The labels that the server gives to stops by itself (READ-4), which are English. */
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

/** What happens at a stop, in the language of the person; a label of the tenant's own stays as it is. */
export function useActivityLabel(): (label: string | null | undefined) => string | undefined {
  const { t } = useLingui()
  return useCallback(
    (label) => (label && Object.hasOwn(activityLabels, label) ? t(activityLabels[label]!) : (label ?? undefined)),
    [t],
  )
}
