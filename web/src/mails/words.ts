import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What people call each e-mail. */
export const mailWords: Readonly<Record<MailKind, MessageDescriptor>> = {
  ORDER_CONFIRMATION: msg`Order confirmation`,
  DISPATCH: msg`Dispatch to carrier`,
  DELAY: msg`Delay notice`,
}
