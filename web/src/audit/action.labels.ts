import type { AuditRecord } from '@cartage/contract/audit/app'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Audit actions as verbs; codes unknown to this version are shown as they are (COMPAT-4). */
export const actionLabels: Readonly<Record<string, MessageDescriptor | undefined>> = {
  created: msg`created`,
  updated: msg`updated`,
  cancelled: msg`cancelled`,
  archived: msg`archived`,
  restored: msg`restored`,
  deleted: msg`deleted`,
  merged: msg`merged`,
  rotated: msg`rotated the secret of`,
  logged_in: msg`signed in:`,
  login_failed: msg`rejected a sign-in:`,
  replayed: msg`ran again`,
  erased: msg`erased data of`,
  downloaded: msg`downloaded`,
}

/** As above, but a rotated user credential is the password; new recovery codes count as a change. */
export function actionLabel({ action, entity_type, changes }: Pick<AuditRecord, 'action' | 'entity_type' | 'changes'>) {
  const isPassword = action === 'rotated' && entity_type === 'user' && Object.keys(changes).length === 0
  return isPassword ? msg`set the password of` : actionLabels[action]
}

/** Action on the record of a page with its actor, such as `Created by Operator`. */
export const historyLabels: Readonly<Record<string, ((who: string) => MessageDescriptor) | undefined>> = {
  created: (who) => msg`Created by ${who}`,
  updated: (who) => msg`Updated by ${who}`,
  cancelled: (who) => msg`Cancelled by ${who}`,
  archived: (who) => msg`Archived by ${who}`,
  restored: (who) => msg`Restored by ${who}`,
  deleted: (who) => msg`Deleted by ${who}`,
  merged: (who) => msg`Merged by ${who}`,
  rotated: (who) => msg`Secret rotated by ${who}`,
  replayed: (who) => msg`Run again by ${who}`,
  erased: (who) => msg`Data erased by ${who}`,
  downloaded: (who) => msg`Downloaded by ${who}`,
}
