import { labelsOf } from '../languages/labels.ts'

/** Footer of a document whose fonts lack one of its letters (PAPER-19). */
export const footerLabels = labelsOf('page_footer', { missingLetter: '□: a letter that this document cannot show' })
