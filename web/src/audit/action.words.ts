import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What was done, as a verb; one that this version does not know shows its code (COMPAT-4). */
export const actionWords: Readonly<Record<string, MessageDescriptor | undefined>> = {
  created: msg`created`,
  updated: msg`updated`,
  cancelled: msg`cancelled`,
  archived: msg`archived`,
  restored: msg`restored`,
  deleted: msg`deleted`,
  merged: msg`merged`,
  rotated: msg`rotated the secret of`,
  logged_in: msg`signed in as`,
  login_failed: msg`failed to sign in as`,
  replayed: msg`ran again`,
}
