import type { PdfDocument } from '../../pdf/document.ts'
import type { ConsignmentNote } from './content.rules.ts'
import type { FormLabels } from './labels.ts'

/** What every part of a consignment note is drawn with. */
export interface FormDrawing {
  pdf: PdfDocument
  note: ConsignmentNote
  labels: FormLabels
  second: FormLabels
  /** Of lines and numbers of boxes. */
  colour: string
}
