import type { PdfDocument } from '../../pdf/document.ts'
import type { ConsignmentNote } from './content.rules.ts'
import type { FormWords } from './words.rules.ts'

/** What every part of a consignment note is drawn with. */
export interface FormDrawing {
  pdf: PdfDocument
  note: ConsignmentNote
  words: FormWords
  second: FormWords
  /** Of lines and numbers of boxes. */
  colour: string
}
