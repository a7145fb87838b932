import type { AutomaticMailKind, MailRule } from '@cartage/contract/mails/app/automatic'

/** Default rule: nothing is sent automatically. */
export function unsetRule(kind: AutomaticMailKind): MailRule {
  const origins: MailRule['origins'] = kind === 'ORDER_CONFIRMATION' ? ['API', 'SCREEN', 'PORTAL'] : []
  return { kind, is_on: false, origins, late_minutes: 30, begins_at: null }
}

/** Last known delay of a stop that its customer was notified of. */
export interface KnownDelay {
  late_minutes: number
  is_cleared: boolean
}

/**
 * MAIL-8: a delay sends one e-mail, and another only after it grew by the minutes of the rule, or was over and recurs.
 * @param minutes after the end of the window, 0 for a stop that is expected in time
 * @returns SEND, CLEAR when the delay is over, or NONE
 */
export function delayAction(known: KnownDelay | undefined, minutes: number, least: number): 'SEND' | 'CLEAR' | 'NONE' {
  if (minutes < least) return known !== undefined && !known.is_cleared ? 'CLEAR' : 'NONE'
  if (known === undefined || known.is_cleared) return 'SEND'
  return minutes >= known.late_minutes + least ? 'SEND' : 'NONE'
}
