import { labelsOf } from '../languages/labels.ts'

/** What the foot of a document says where the fonts lack a letter of it (PAPER-19). */
export const footerLabels = labelsOf('page_footer', { missingLetter: '□: a letter that this document cannot show' })
