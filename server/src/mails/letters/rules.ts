import type { MailKind } from '@cartage/contract/mails/app/templates'
import { errorItem, Problem } from '../../http/problem.ts'
import { renderTemplate, subjectOf, TemplateFault } from '../templates/engine.rules.ts'
import type { TemplateText } from '../templates/labels.ts'
import type { MailValues } from '../templates/values.rules.ts'

/** Recipient data of a company: e-mail address and contacts. */
export interface Reachable {
  readonly email: string | null
  readonly contacts: readonly { readonly email?: string | null; readonly roles?: readonly string[] | null }[] | null
}

/** Contact roles for each kind of e-mail, in order of preference; then the company itself (MAIL-5). */
const roles: Readonly<Record<MailKind, readonly string[]>> = {
  ORDER_CONFIRMATION: ['BOOKINGS', 'OPERATIONS', 'CUSTOMER_CONTACT'],
  DISPATCH: ['OPERATIONS', 'BOOKINGS'],
  DELAY: ['NOTIFICATIONS', 'OPERATIONS', 'CUSTOMER_CONTACT'],
  PROOF_REQUEST: ['OPERATIONS', 'BOOKINGS'],
}

/** Address for an e-mail of a kind; null when none is known. */
export function emailOf({ email, contacts }: Reachable, kind: MailKind): string | null {
  const found = roles[kind].flatMap((role) => contacts?.find((one) => one.roles?.includes(role) && one.email) ?? [])
  return found[0]?.email ?? (email || null)
}

/** Subject and text of an e-mail. */
export interface Written {
  readonly subject: string
  readonly body: string
}

/**
 * Writes an e-mail from its template.
 * @throws Problem validation_failed, with the line of the error
 */
export function written(kind: MailKind, template: TemplateText, values: MailValues): Written {
  return {
    subject: subjectOf(render(kind, 'subject', template.subject, values)),
    body: `${render(kind, 'body', template.body, values).trim()}\n`,
  }
}

function render(kind: MailKind, member: 'subject' | 'body', source: string, values: MailValues): string {
  try {
    return renderTemplate(kind, source, values)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    throw new Problem('validation_failed', { errors: [errorItem(member, error.sentence, 'template_faulty')] })
  }
}
