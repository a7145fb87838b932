import { useLingui } from '@lingui/react/macro'
import { DoorNotice } from '../kit/notice.tsx'
import { failureOfAction } from './queries.ts'
import { failureWords } from './words.ts'

/** Why the last action was not taken, and what to do; nothing without an error. */
export function ActionFailed({ error }: { error: Error | null }) {
  const { t } = useLingui()
  if (error === null) return null
  const { title, text } = failureWords[failureOfAction(error)]
  return <DoorNotice tone="red" title={t(title)} text={t(text)} />
}
