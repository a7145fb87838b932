import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type CellFault, type FileFault, FileUnreadable } from './sheet.ts'

/** Why a cell cannot be read, and how to fix it. */
export const cellFaultLabels: Readonly<Record<CellFault, MessageDescriptor>> = {
  ERROR: msg`This cell shows an error. Correct it in the file.`,
  NOT_CALCULATED: msg`This formula was never calculated. Open the file in a spreadsheet program, save it and choose it again.`,
}

const fileFaultLabels: Readonly<Record<FileFault, MessageDescriptor>> = {
  UNREADABLE: msg`Could not read this file. Save it as .xlsx or .csv and choose it again.`,
  PROTECTED: msg`This file is protected by a password. Save it without one and choose it again.`,
  TOO_LARGE: msg`This file is too large. Split it and choose the parts.`,
}

/** Why a file cannot be read, and how to fix it. */
export function fileFault(error: unknown): MessageDescriptor {
  return fileFaultLabels[error instanceof FileUnreadable ? error.fault : 'UNREADABLE']
}

/** Accepted file types, in the format of an input's `accept`. */
export const sheetFiles = '.csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods'
