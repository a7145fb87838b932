import type { PdfDocument } from '../../pdf/document.ts'
import type { ConsignmentNote } from './content.rules.ts'
import type { FormLabels } from './labels.ts'

/** Drawing context of every part of a consignment note. */
export interface FormDrawing {
  pdf: PdfDocument
  note: ConsignmentNote
  labels: FormLabels
  second: FormLabels
  /** Colour of lines and box numbers. */
  colour: string
}
