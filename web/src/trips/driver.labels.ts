import { msg } from '@lingui/core/macro'
import type { CodeBadges } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CircleCheck, CircleSlash, History } from '../ui/icons.tsx'

/** Labels of driver reports. */
export const driverActLabels: CodeLabels = {
  ARRIVE: msg`Arrival`,
  DONE: msg`Loading or unloading done`,
  LEAVE: msg`Departure`,
  SEAL: msg`Seals`,
  PHOTO: msg`Photo`,
  SIGNATURE: msg`Signature`,
  ANSWERS: msg`Answers`,
  REMARK: msg`Remark`,
  DEVIATION: msg`Deviation`,
}

/** Labels of how goods differ from the order. */
export const deviationLabels: CodeLabels = {
  MISSING: msg({ message: 'Missing', context: 'goods at a stop' }),
  EXTRA: msg`Too many`,
  DAMAGED: msg`Damaged`,
  REFUSED: msg`Refused by the receiver`,
  OTHER: msg`Other`,
}

/** Badges of the outcome of a driver's report. */
export const driverOutcomeBadges: CodeBadges = {
  APPLIED: { word: msg`Accepted`, tone: 'green', icon: CircleCheck },
  KEPT: { word: msg`Kept as history`, tone: 'grey', icon: History },
  REFUSED: { word: msg`In the inbox`, tone: 'red', icon: CircleSlash },
}
