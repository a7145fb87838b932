import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What was done, as a verb; one that this version does not know shows its code (COMPAT-4). */
export const actionWords: Readonly<Record<string, MessageDescriptor | undefined>> = {
  created: msg`created`,
  updated: msg`changed`,
  cancelled: msg`cancelled`,
  archived: msg`archived`,
  restored: msg`restored`,
  deleted: msg`deleted`,
  merged: msg`merged`,
  rotated: msg`gave a new secret to`,
  logged_in: msg`logged in as`,
  login_failed: msg`failed to log in as`,
  replayed: msg`ran again`,
}
