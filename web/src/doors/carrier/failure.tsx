import { useLingui } from '@lingui/react/macro'
import { DoorNotice } from '../kit/notice.tsx'
import { failureLabels } from './labels.ts'
import { failureOfAction } from './queries.ts'

/** Why the last action failed, and what to do; nothing without an error. */
export function ActionFailed({ error }: { error: Error | null }) {
  const { t } = useLingui()
  if (error === null) return null
  const { title, text } = failureLabels[failureOfAction(error)]
  return <DoorNotice tone="red" title={t(title)} text={t(text)} />
}
