import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CodeWords } from '../records/code-words.ts'

/** Ways of orders that are confirmed. */
export const originWords: CodeWords = {
  API: msg`API and files from other systems`,
  SCREEN: msg`Entered by us`,
  PORTAL: msg`Customer portal`,
}

/** What people call each e-mail. */
export const mailWords: Readonly<Record<MailKind, MessageDescriptor>> = {
  ORDER_CONFIRMATION: msg`Order confirmation`,
  DISPATCH: msg`Dispatch to carrier`,
  DELAY: msg`Delay notice`,
  PROOF_REQUEST: msg`Request for proof of delivery`,
}
