import { msg } from '@lingui/core/macro'
import type { CodeBadges } from '../records/code-badge.ts'
import type { CodeLabels } from '../records/code-labels.ts'
import { CircleCheck, CircleSlash, History } from '../ui/icons.tsx'

/** What drivers report on their page. */
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

/** How goods differ from the order. */
export const deviationLabels: CodeLabels = {
  MISSING: msg({ message: 'Missing', context: 'goods at a stop' }),
  EXTRA: msg`Too many`,
  DAMAGED: msg`Damaged`,
  REFUSED: msg`Refused by the receiver`,
  OTHER: msg`Other`,
}

/** What happened to a report of a driver. */
export const driverOutcomeBadges: CodeBadges = {
  APPLIED: { word: msg`Accepted`, tone: 'green', icon: CircleCheck },
  KEPT: { word: msg`Kept as history`, tone: 'grey', icon: History },
  REFUSED: { word: msg`In the inbox`, tone: 'red', icon: CircleSlash },
}
