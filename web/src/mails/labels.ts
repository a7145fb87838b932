import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'

/** Origins of orders that are confirmed. */
export const originLabels: CodeLabels = {
  API: msg`API and files from other systems`,
  SCREEN: msg`Entered by us`,
  PORTAL: msg`Customer portal`,
}

/** Names of the e-mail kinds. */
export const mailLabels: Readonly<Record<MailKind, MessageDescriptor>> = {
  ORDER_CONFIRMATION: msg`Order confirmation`,
  DISPATCH: msg`Dispatch to carrier`,
  DELAY: msg`Delay notice`,
  PROOF_REQUEST: msg`Request for proof of delivery`,
}
