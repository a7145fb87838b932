import type { AutomaticMailKind, MailRule } from '@cartage/contract/mails/app/automatic'

/** A rule before anyone set it: nothing is sent by itself. */
export function unsetRule(kind: AutomaticMailKind): MailRule {
  const origins: MailRule['origins'] = kind === 'ORDER_CONFIRMATION' ? ['API', 'SCREEN', 'PORTAL'] : []
  return { kind, is_on: false, origins, late_minutes: 30, begins_at: null }
}

/** What is known of a stop that its customer was written to about. */
export interface KnownDelay {
  late_minutes: number
  is_cleared: boolean
}

/**
 * MAIL-8: a delay is written about once, and again only when it has grown by the minutes of the rule, or was over and
 * is there again.
 * @param minutes after the end of the window, 0 for a stop that is expected in time
 * @returns SEND, CLEAR when the delay is over, or NONE
 */
export function delayAction(known: KnownDelay | undefined, minutes: number, least: number): 'SEND' | 'CLEAR' | 'NONE' {
  if (minutes < least) return known !== undefined && !known.is_cleared ? 'CLEAR' : 'NONE'
  if (known === undefined || known.is_cleared) return 'SEND'
  return minutes >= known.late_minutes + least ? 'SEND' : 'NONE'
}
