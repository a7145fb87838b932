import type { TaskType, taskErrorTypes, taskStatuses } from '@cartage/contract/accounting/task'
import { msg } from '@lingui/core/macro'
import type { CodeBadge } from '../../records/code-badge.ts'
import type { CodeWords } from '../../records/code-words.ts'
import { CircleAlert, CircleCheck, CircleDot, Hourglass } from '../../ui/icons.tsx'

/** How far a task of the accounting system is. */
export const taskBadges: Readonly<Record<(typeof taskStatuses)[number], CodeBadge>> = {
  TODO: { word: msg`To do`, tone: 'blue', icon: CircleDot },
  COMPLETED: { word: msg`Completed`, tone: 'green', icon: CircleCheck },
  FAILED: { word: msg`Failed`, tone: 'red', icon: CircleAlert },
  WAITING: { word: msg`Waiting`, tone: 'amber', icon: Hourglass },
}

/** Why a task failed, by who has to act. */
export const failureWords: Readonly<Record<(typeof taskErrorTypes)[number], CodeWords[string]>> = {
  USER_INPUT_ERROR: msg`Data to correct`,
  INTERNAL_ERROR: msg`Error of the accounting system`,
  NOT_SUPPORTED: msg`Not supported by the accounting system`,
}

/** What the accounting system has to do. */
export const taskWords: Readonly<Record<TaskType, CodeWords[string]>> = {
  POST_INVOICE: msg`Post invoice`,
  POST_INVOICE_PURCHASE: msg`Post purchase invoice`,
  POST_CREDIT_NOTE: msg`Post credit note`,
  POST_CREDIT_NOTE_PURCHASE: msg`Post purchase credit note`,
  PAID_INVOICE: msg`Note payment of invoice`,
  PAID_INVOICE_PURCHASE: msg`Note payment of purchase invoice`,
  REFUNDED_CREDIT_NOTE: msg`Note refund of credit note`,
  REFUNDED_CREDIT_NOTE_PURCHASE: msg`Note refund of purchase credit note`,
  DISPATCH: msg`Dispatch`,
}
